//! What reading a loan file yields, whatever its format: an application, what is sealed, and a list of issues.
//!
//! Reading never fails as a whole for what an officer can live with; what is refused is told by [`Refusal`]
//! (decision D34). `mismo` and `fnma` map the two formats; ids are handed in, so that mapping stays a pure function.

use crate::application::{Application, Secrets};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// What a file says, as far as it could be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// The application.
    pub application: Application,
    /// What is sealed apart from it.
    pub secrets: Secrets,
    /// What could not be taken over, in the order of the file.
    pub issues: Vec<Issue>,
}

/// Something in a file that an officer should look at. Never holds a sealed value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Issue {
    /// Where: a path from `DEAL` in MISMO, `line 12, record 03A` in FNMA.
    pub place: String,
    /// Which field, in the format's own name.
    pub field: String,
    /// What stands there; left out where it is long, sealed or missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What is wrong, and what was done about it, in a sentence.
    pub reason: String,
}

/// A file that can't become a loan; the message tells a loan officer what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Stable word for tests and logs, such as `no_borrower`.
    pub code: &'static str,
    /// The sentence that is shown.
    pub message: String,
}

/// Where new ids come from: random in the program, counted in tests.
pub trait NewId {
    /// An id that was never given before.
    fn new_id(&mut self) -> Uuid;
}

impl<F: FnMut() -> Uuid> NewId for F {
    fn new_id(&mut self) -> Uuid {
        self()
    }
}
