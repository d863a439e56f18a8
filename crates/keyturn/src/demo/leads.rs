//! Harbor's leads: eight, each for a case, created by the same function as any other lead.

use access::Doors;
use jiff::{SignedDuration, Span};
use leads::{NewContact, NewLead, NewNote, OwnerRef, make};
use lending::{
    access::Permission,
    leads::{LeadPurpose, Referrer, Scenario},
    lists::LeadStatusKind,
    values::Money,
};
use platform::{App, Result, Tx, db};

/// A lead of the cast.
struct Story {
    /// Owners by the part of their email address before the `@`, primary owner first.
    owners: &'static [&'static str],
    /// Names of the contacts, with the last four digits of their phone.
    contacts: &'static [(&'static str, &'static str, &'static str)],
    purpose: LeadPurpose,
    state: &'static str,
    status: LeadStatusKind,
    hours_ago: i64,
    note: &'static str,
    /// Loan and property amount in dollars, if known.
    amounts: Option<(i64, i64)>,
}

use LeadPurpose::{Purchase, Refinance};
use LeadStatusKind::{ApplicationStarted, Contacted, Lost, New, Nurturing, Qualified};

macro_rules! stories {
    ($($(#[doc = $reason:literal])+ $owners:expr, $contacts:expr, $purpose:expr, $state:literal, $status:expr, $hours_ago:literal, $note:literal, $amounts:expr;)+) => {
        /// The doc comment of each entry is its purpose.
        const STORIES: &[Story] = &[$(Story {
            owners: &$owners, contacts: &$contacts, purpose: $purpose, state: $state, status: $status,
            hours_ago: $hours_ago, note: $note, amounts: $amounts,
        }),+];
    };
}

stories! {
    /// An ordinary new lead.
    ["avery.stone"], [("Bianca", "Fontaine", "0161")], Purchase, "CA", New, 1, "Saw the open house on Elm St. Best reached after 5 PM.", Some((540_000, 675_000));
    /// Not contacted for a week: overdue.
    ["avery.stone"], [("Curtis", "Oyelaran", "0162")], Refinance, "CA", New, 170, "Asked for rates by email.", None;
    /// A returning borrower of Harbor, who duplicates an existing record.
    ["avery.stone"], [("Maya", "Ortiz", "0132")], Refinance, "CA", Contacted, 50, "Wants to know whether rates are worth another look.", Some((318_000, 590_000));
    /// A household with two owners.
    ["avery.stone", "jamie.lin"], [("Tomas", "Birch", "0164"), ("Elena", "Birch", "0164")], Purchase, "CA", Qualified, 96, "Both salaried, 20% down. Pre-approval letter goes out on Friday.", Some((608_000, 760_000));
    /// Nurtured, and resumes automatically.
    ["priya.nguyen"], [("Gretchen", "Saldana", "0165")], Purchase, "CA", Nurturing, 700, "Lease ends in spring.", None;
    /// Another officer's, at a late stage.
    ["priya.nguyen", "paul.okafor"], [("Dmitri", "Halvorsen", "0166")], Purchase, "CA", ApplicationStarted, 200, "Has sent two pay stubs.", Some((450_000, 500_000));
    /// Lost, with one of the company's reasons.
    ["priya.nguyen"], [("Adaeze", "Mensah", "0167")], Refinance, "CA", Lost, 400, "Stayed with her bank.", Some((275_000, 610_000));
    /// In the other branch.
    ["marcus.bell"], [("Lowell", "Kessler", "0168")], Purchase, "CO", Contacted, 30, "Relocates from Ohio in June.", Some((400_000, 520_000));
}

/// Days until a nurtured lead resumes.
const WAKES_IN_DAYS: i64 = 60;

pub(super) async fn make_all(app: &App, doors: &Doors) -> Result<()> {
    for story in STORIES {
        let mut owners = Vec::new();
        for (at, owner) in story.owners.iter().enumerate() {
            let actor = access::actor_of(app, doors, &format!("{owner}@harbor.example")).await?;
            owners.push(OwnerRef { at, user: actor.user, org_unit: actor.org_unit() });
        }
        let email = format!("{}@harbor.example", story.owners[0]);
        let actor = access::actor_of(app, doors, &email).await?;
        let mut tx = actor.begin(app, Permission::LeadCreate).await?;
        make_one(&mut tx, story, owners).await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn make_one(tx: &mut Tx, story: &Story, owners: Vec<OwnerRef>) -> Result<()> {
    let now = db::Timestamp::now();
    let begun = db::Timestamp(*now - SignedDuration::from_hours(story.hours_ago));
    let contacts = story.contacts.iter().map(|(first, last, phone)| NewContact {
        first_name: (*first).to_owned(),
        last_name: (*last).to_owned(),
        email: format!("{first}.{last}@example.com").to_lowercase().parse().ok(),
        phone: format!("415555{phone}").parse().ok(),
    });
    let new = NewLead {
        scenario: Scenario {
            purpose: story.purpose,
            state: story.state.parse().ok(),
            loan_amount: story.amounts.map(|(loan, _)| Money::from_cents(loan * 100)),
            property_value: story.amounts.map(|(_, value)| Money::from_cents(value * 100)),
        },
        contacts: contacts.collect(),
        provider: None,
        source: None,
        referrer: Referrer::default(),
        other_source: None,
        owners,
        notes: vec![NewNote { html: format!("<p>{}</p>", story.note), pictures: Vec::new(), noted_at: begun }],
        consents: Vec::new(),
        begun: Some(begun),
    };
    let id = make(tx, new).await?;
    if story.status == New {
        return Ok(());
    }
    let wake_on = (story.status == Nurturing).then(|| {
        let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
        db::Date(today.saturating_add(Span::new().days(WAKES_IN_DAYS)))
    });
    leads::move_to_kind(tx, id, story.status, wake_on).await
}
