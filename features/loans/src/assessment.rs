//! What follows from an application: figures, section states, failed rules, readiness for DU, and the six TRID items.
//!
//! The server computes it with each answer, so that there is one implementation of every rule.

use crate::{
    clocks::{self, MissingOut},
    store::ApplicationRow,
};
use lending::{
    application::{Application, Secrets},
    figures::{Defaults, Figures, figures},
    form::{FormProblem, RulesInput, SealedFacts, SectionState, du, problems, states},
};
use platform::db::{Date, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// What follows from an application.
#[derive(Serialize, ToSchema)]
#[schema(as = ApplicationAssessment)]
pub(crate) struct Assessment {
    /// The figures that the form derives, with their parts.
    figures: Figures,
    /// The state of each section.
    sections: Vec<SectionState>,
    /// The failed rules, in the order of the form.
    problems: Vec<FormProblem>,
    /// What keeps the loan from Desktop Underwriter.
    du: Vec<FormProblem>,
    trid: Trid,
}

/// The six items of the application as Regulation Z defines it (12 CFR 1026.2(a)(3)(ii)).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TridItems)]
struct Trid {
    /// The items that are missing.
    missing: Vec<MissingOut>,
    /// The day on which the application counts as received. It stays when an item is removed later.
    received_on: Option<Date>,
    /// When the last item arrived.
    completed_at: Option<Timestamp>,
}

/// When the last of the six items arrived.
#[derive(Clone, Copy)]
pub(crate) struct Received {
    pub on: Date,
    pub at: Timestamp,
}

impl Received {
    pub(crate) fn of(row: &ApplicationRow) -> Option<Self> {
        row.trid_on.map(|on| Received { on, at: row.trid_at })
    }
}

pub(crate) fn assess(
    application: &Application,
    secrets: &Secrets,
    today: Date,
    received: Option<Received>,
) -> Assessment {
    let facts = SealedFacts::of(application, secrets, *today);
    let problems = problems(application, &facts, RulesInput::default(), *today);
    let trid = Trid {
        missing: clocks::lacking(application),
        received_on: received.map(|received| received.on),
        completed_at: received.map(|received| received.at),
    };
    Assessment {
        figures: figures(application, &Defaults::default()),
        sections: states(application, &facts, &problems),
        problems,
        du: du::findings(application, &facts),
        trid,
    }
}
