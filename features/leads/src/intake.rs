//! Lead intake from programs, forms and files.
//!
//! All channels go through [`receive`]. A sender's id makes arrivals idempotent. The company's rule decides about
//! people who seem to exist (DUP-16). Arrivals that can't become a lead are stored for review (LEADPAGE-14).

pub(crate) mod addresses;
pub(crate) mod columns;
pub(crate) mod decisions;
pub(crate) mod forms;
pub(crate) mod hand_in;
pub(crate) mod review;
pub(crate) mod settings;
mod store;
mod sweep;

pub use sweep::sweep;

use crate::{
    consent::{self, ConsentIn, NewConsent},
    fields::{ContactIn, LeadIn, OwnerIn},
    make::{NewContact, NewLead, NewNote, OwnerRef, look_up, make_all, person},
    notes::read_notes,
    owners::KnownOwner,
};
use borrowers::matching::{self, RecordKind, Rules};
use lending::{
    consent::ConsentSource,
    intake::{ArrivalState, HoldReason, IntakeRule, decide},
    matching::{Person, Strength, compare, keys},
};
use platform::{App, Error, Fields, InCompany, Result, db::Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use uuid::Uuid;

/// Maximum length of a sender's id.
const EXTERNAL_ID_MAX: usize = 200;
/// Maximum number of possible duplicates.
const DUPLICATES_MAX: usize = 20;
/// Maximum length of a stored name.
const NAME_MAX: usize = 250;

/// Invalid values by path.
pub(crate) type Faults = BTreeMap<String, String>;

/// Channel of an arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    /// A program with this API key.
    Key(i64),
    /// A file import.
    Import(i64),
    /// A form or provider that posts to this intake address.
    Address(Uuid),
}

impl Channel {
    /// Sets the channel as the source of the lead's consents.
    fn said(self, mut new: NewLead) -> NewLead {
        for consent in &mut new.consents {
            consent.source = self.source();
        }
        new
    }

    pub(crate) const fn source(self) -> ConsentSource {
        match self {
            Self::Key(_) => ConsentSource::API,
            Self::Import(_) => ConsentSource::IMPORT,
            Self::Address(_) => ConsentSource::FORM,
        }
    }
}

/// A channel with its defaults.
pub(crate) struct Way {
    pub channel: Channel,
    pub rule: IntakeRule,
    /// Owner of leads without one.
    pub owner: Option<OwnerIn>,
}

/// A lead as received.
#[derive(Debug)]
pub(crate) struct Handed {
    /// The original text.
    raw: String,
    /// The parsed content.
    value: Value,
    lead: Result<LeadIn, Faults>,
    provider: Option<i64>,
    external_id: Option<String>,
    /// The sender's id is invalid.
    has_wrong_id: bool,
    name: String,
    /// Row number in the file.
    row: Option<u32>,
}

impl Handed {
    /// Creates an arrival from a form or a file row: original text, lead and faults.
    pub(crate) fn of_texts(row: Option<u32>, raw: String, lead: LeadIn, faults: Faults) -> Result<Self> {
        let text = serde_json::to_value(&lead).map_err(Error::internal)?;
        let mut handed = Self::read_value(raw, text, Some(lead));
        if !faults.is_empty() {
            handed.lead = Err(faults);
        }
        handed.row = row;
        Ok(handed)
    }

    /// Parses an arrival and keeps its faults.
    pub(crate) fn read(raw: String) -> Self {
        match serde_json::from_str::<Value>(&raw) {
            Ok(value) => Self::read_value(raw, value, None),
            Err(error) => {
                let mut handed = Self::read_value(raw, Value::Null, None);
                handed.lead = Err(Faults::from([(String::new(), format!("is not valid JSON: {error}"))]));
                handed
            }
        }
    }

    fn read_value(raw: String, value: Value, lead: Option<LeadIn>) -> Self {
        let lead = lead.map_or_else(
            || {
                serde_path_to_error::deserialize::<_, LeadIn>(value.clone()).map_err(|error| {
                    let path = error.path().to_string().replace('.', "/");
                    let path = if path == "/" { String::new() } else { path };
                    Faults::from([(path, error.inner().to_string())])
                })
            },
            Ok,
        );
        let text =
            |path: &str| value.pointer(path).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
        let is_taken = |id: &&str| id.chars().count() <= EXTERNAL_ID_MAX && !id.contains(char::is_control);
        let given_id = text("/LeadDetail/externalId");
        let external_id = given_id.filter(is_taken).map(str::to_owned);
        let has_wrong_id = given_id.is_some() && external_id.is_none();
        let names = [text("/LeadContacts/0/firstName"), text("/LeadContacts/0/lastName")];
        let name = names.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let name = name.chars().filter(|c| !c.is_control()).take(NAME_MAX).collect();
        let provider = value.pointer("/LeadDetail/LeadProviderId").and_then(Value::as_i64);
        Self { raw, value, lead, provider, external_id, has_wrong_id, name, row: None }
    }
}

/// Result of an arrival.
#[derive(Clone, Debug)]
pub(crate) struct Arrived {
    pub id: Uuid,
    pub state: ArrivalState,
    pub reason: Option<HoldReason>,
    pub lead: Option<i64>,
    pub faults: Faults,
    /// It was received before.
    pub is_again: bool,
}

/// Sealed content of a waiting arrival.
#[derive(Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The original text.
    pub raw: String,
    /// The lead, if parsed.
    pub lead: Value,
    /// Channel of the arrival.
    #[serde(skip)]
    pub source: Option<ConsentSource>,
}

impl Kept {
    /// The consents as received. Reviewers can't change them.
    pub fn consents(&self, contacts: &[NewContact]) -> Vec<NewConsent> {
        let sent = self.lead.get("LeadConsents").cloned().unwrap_or_default();
        let sent: Vec<ConsentIn> = serde_json::from_value(sent).unwrap_or_default();
        let mut consents = consent::read(&mut Fields::default(), &sent, contacts);
        for consent in &mut consents {
            consent.source = self.source.unwrap_or(consent.source);
        }
        consents
    }
}

/// The place that binds an arrival's sealed content.
pub(crate) fn place(company: i64, id: Uuid) -> String {
    format!("lead_arrival/{company}/{id}")
}

/// Processes arrivals: creates leads, links or skips existing people, and holds the rest for review. Returns the
/// results in the same order.
pub(crate) async fn receive(
    app: &App,
    tx: &mut impl InCompany,
    way: &Way,
    handed: Vec<Handed>,
) -> Result<Vec<Arrived>> {
    let mut arrived: Vec<Option<Arrived>> = vec![None; handed.len()];
    let first = recognize(tx, &handed, &mut arrived).await?;
    let mut arrivals: Vec<Arrival> = Vec::new();
    let mut desk = Desk::default();
    for (at, handed) in handed.iter().enumerate().filter(|(at, _)| first.contains(at)) {
        let mut arrival = desk.read(tx, way, at, handed).await?;
        // For a file, report faults to the user who imports it.
        if arrival.reason.is_some() && matches!(way.channel, Channel::Import(_)) {
            arrival.state = ArrivalState::REFUSED;
        }
        arrivals.push(arrival);
    }
    settle(tx, way.rule, &mut arrivals).await?;
    store::insert(app, tx, way, &arrivals).await?;
    for arrival in arrivals {
        let Arrival { at, id, state, reason, lead, faults, .. } = arrival;
        if let Some(place) = arrived.get_mut(at) {
            *place = Some(Arrived { id, state, reason, lead, faults, is_again: false });
        }
    }
    // Repeated arrivals in one batch get the result of the first.
    let by_id: HashMap<_, _> = handed
        .iter()
        .zip(&arrived)
        .filter_map(|(handed, arrived)| Some(((handed.provider, handed.external_id.clone()?), arrived.clone()?)))
        .collect();
    handed
        .iter()
        .zip(arrived)
        .map(|(handed, arrived)| {
            let again = || {
                let first = by_id.get(&(handed.provider, handed.external_id.clone()?))?;
                Some(Arrived { is_again: true, ..first.clone() })
            };
            arrived.or_else(again).ok_or(Error::NotFound)
        })
        .collect()
}

/// Finds earlier arrivals by the senders' ids, and waits for concurrent ones with the same id. Returns the indexes of
/// new arrivals.
async fn recognize(
    tx: &mut impl InCompany,
    handed: &[Handed],
    arrived: &mut [Option<Arrived>],
) -> Result<HashSet<usize>> {
    let named: Vec<_> =
        handed.iter().filter_map(|handed| Some((handed.provider, handed.external_id.as_deref()?))).collect();
    let known = if named.is_empty() { HashMap::new() } else { store::known(tx, &named).await? };
    let mut new = HashSet::new();
    let mut seen = HashSet::new();
    for (at, (handed, arrived)) in handed.iter().zip(arrived).enumerate() {
        let key = handed.external_id.clone().map(|id| (handed.provider, id));
        match key {
            Some(key) if known.contains_key(&key) => *arrived = known.get(&key).cloned(),
            Some(key) if !seen.insert(key.clone()) => {}
            _ => drop(new.insert(at)),
        }
    }
    Ok(new)
}

/// An arrival in progress.
pub(crate) struct Arrival<'a> {
    at: usize,
    pub handed: &'a Handed,
    pub id: Uuid,
    pub state: ArrivalState,
    pub reason: Option<HoldReason>,
    pub lead: Option<i64>,
    pub owner: Option<KnownOwner>,
    pub faults: Faults,
    pub duplicates: Vec<i64>,
    /// The lead to create, until it is created.
    new: Option<(NewLead, Vec<KnownOwner>)>,
}

/// Cached lookups for a batch.
#[derive(Default)]
struct Desk {
    owners: HashMap<String, Result<Vec<KnownOwner>, Faults>>,
}

impl Desk {
    async fn read<'a>(
        &mut self,
        tx: &mut impl InCompany,
        way: &Way,
        at: usize,
        handed: &'a Handed,
    ) -> Result<Arrival<'a>> {
        let mut arrival = Arrival {
            at,
            handed,
            id: Uuid::now_v7(),
            state: ArrivalState::HELD,
            reason: None,
            lead: None,
            owner: None,
            faults: Faults::new(),
            duplicates: Vec::new(),
            new: None,
        };
        let mut lead = match &handed.lead {
            Ok(lead) => lead.clone(),
            Err(faults) => {
                arrival.faults = faults.clone();
                arrival.reason = Some(HoldReason::UNREADABLE);
                arrival.owner = self.fallback(tx, way).await?;
                return Ok(arrival);
            }
        };
        let is_without = lead.users.is_empty();
        if is_without {
            lead.users.extend(way.owner.clone());
        }
        let has_nobody = lead.users.is_empty();
        if handed.has_wrong_id {
            let fault = format!("must have at most {EXTERNAL_ID_MAX} characters");
            arrival.faults.insert("LeadDetail/externalId".to_owned(), fault);
        }
        match read_with_notes(&lead).await?.map(|new| way.channel.said(new)) {
            Ok(new) => match self.named(tx, &new).await? {
                Ok(owners) => arrival.new = Some((new, owners)),
                Err(faults) => arrival.faults.extend(faults),
            },
            Err(faults) => arrival.faults.extend(faults),
        }
        if has_nobody {
            arrival.faults.retain(|path, _| !path.starts_with("LeadUsers"));
        }
        arrival.owner = match &arrival.new {
            Some((_, owners)) => owners.first().cloned(),
            None => self.fallback(tx, way).await?,
        };
        arrival.reason = match (arrival.faults.is_empty(), has_nobody) {
            (false, _) => Some(HoldReason::UNREADABLE),
            (true, true) => Some(HoldReason::NO_OWNER),
            (true, false) => None,
        };
        if arrival.reason.is_some() {
            arrival.new = None;
        }
        Ok(arrival)
    }

    /// Owner of an arrival that can't be parsed.
    async fn fallback(&mut self, tx: &mut impl InCompany, way: &Way) -> Result<Option<KnownOwner>> {
        let Some(owner) = &way.owner else { return Ok(None) };
        let named = [OwnerRef { at: 0, user: owner.user, org_unit: owner.org_unit }];
        Ok(crate::owners::known_owners(tx, &mut Fields::default(), &named).await?.into_iter().next())
    }

    /// The owners of a lead, if all its references exist.
    async fn named(&mut self, tx: &mut impl InCompany, new: &NewLead) -> Result<Result<Vec<KnownOwner>, Faults>> {
        let NewLead { provider, source, referrer, other_source, owners, .. } = new;
        let key = format!("{provider:?} {source:?} {referrer:?} {other_source:?} {owners:?}");
        if let Some(known) = self.owners.get(&key) {
            return Ok(known.clone());
        }
        let found = match look_up(tx, new, true).await {
            Ok(named) => Ok(named.owners),
            Err(error) => Err(faults_of(error)?),
        };
        self.owners.insert(key, found.clone());
        Ok(found)
    }
}

/// A lead with its notes, or its faults. Pictures aren't accepted from programs.
async fn read_with_notes(lead: &LeadIn) -> Result<Result<NewLead, Faults>> {
    let mut new = match lead.read() {
        Ok(new) => new,
        Err(error) => return faults_of(error).map(Err),
    };
    match read_notes(lead.notes.as_deref()).await {
        Ok(notes) => new.notes = notes.into_iter().map(crate::notes::ReadNote::without_pictures).collect(),
        Err(error) => return faults_of(error).map(Err),
    }
    Ok(Ok(new))
}

/// A note written by Keyturn.
async fn note_that(text: &str) -> Result<Option<NewNote>> {
    let note = platform::note::read("text", text).await?;
    Ok(note.map(|note| NewNote { html: note.html, pictures: Vec::new(), noted_at: Timestamp::now() }))
}

/// The invalid fields of an error. Passes on other errors.
fn faults_of(error: Error) -> Result<Faults> {
    match error {
        Error::Invalid { fields, .. } => Ok(fields),
        other => Err(other),
    }
}

/// Decides about all valid arrivals and creates the leads. An arrival that may match an earlier one in the batch waits
/// until that one is created.
async fn settle(tx: &mut impl InCompany, rule: IntakeRule, arrivals: &mut [Arrival<'_>]) -> Result<()> {
    let company = tx.company();
    let rules = matching::rules(tx, company).await?;
    let mut waiting: Vec<&mut Arrival<'_>> = arrivals.iter_mut().filter(|arrival| arrival.new.is_some()).collect();
    while !waiting.is_empty() {
        let mut wave: Vec<&mut Arrival<'_>> = Vec::new();
        let mut later = Vec::new();
        let mut crowd = Crowd::new(&rules);
        for arrival in waiting {
            let people = arrival.people();
            // If the rule always creates leads, nothing needs to wait.
            if rule != IntakeRule::CREATE && crowd.knows(&people) {
                later.push(arrival);
            } else {
                crowd.add(people);
                wave.push(arrival);
            }
        }
        let found = matching::find_each(tx, &crowd.people, &rules, &[RecordKind::Lead], DUPLICATES_MAX).await?;
        for (arrival, found) in wave.iter_mut().zip(found) {
            let found: Vec<_> = found.iter().filter(|found| found.agreement.strength >= Strength::Likely).collect();
            arrival.duplicates = found.iter().map(|found| found.record.id).collect();
            arrival.state = decide(rule, found.first().map(|found| found.agreement.strength));
            match arrival.state {
                ArrivalState::HELD => arrival.reason = Some(HoldReason::DUPLICATE),
                ArrivalState::LINKED => link(tx, arrival).await?,
                ArrivalState::SKIPPED => arrival.lead = arrival.duplicates.first().copied(),
                ArrivalState::MADE if !arrival.duplicates.is_empty() => arrival.mark().await?,
                _ => {}
            }
        }
        let mut made: Vec<_> = wave.into_iter().filter(|arrival| arrival.state == ArrivalState::MADE).collect();
        let leads: Vec<_> = made.iter_mut().filter_map(|arrival| arrival.new.take()).collect();
        let ids = if leads.is_empty() { Vec::new() } else { make_all(tx, &leads).await? };
        for (arrival, id) in made.into_iter().zip(ids) {
            arrival.lead = Some(id);
        }
        waiting = later;
    }
    Ok(())
}

/// People in the same wave of a batch.
struct Crowd<'a> {
    rules: &'a Rules,
    people: Vec<Vec<Person>>,
    by_key: HashMap<lending::matching::MatchKey, Vec<usize>>,
}

impl<'a> Crowd<'a> {
    fn new(rules: &'a Rules) -> Self {
        Self { rules, people: Vec::new(), by_key: HashMap::new() }
    }

    /// Returns true if one of these people is likely in the wave already.
    fn knows(&self, people: &[Person]) -> bool {
        let Rules { weights, nicknames } = self.rules;
        let of_key = |person| keys(person, nicknames).into_iter().filter_map(|key| self.by_key.get(&key)).flatten();
        people.iter().any(|person| {
            let mut others = of_key(person).filter_map(|at| self.people.get(*at)).flatten();
            others.any(|other| {
                compare(person, other, weights, nicknames).is_some_and(|found| found.strength >= Strength::Likely)
            })
        })
    }

    fn add(&mut self, people: Vec<Person>) {
        for key in people.iter().flat_map(|person| keys(person, &self.rules.nicknames)) {
            self.by_key.entry(key).or_default().push(self.people.len());
        }
        self.people.push(people);
    }
}

impl Arrival<'_> {
    fn people(&self) -> Vec<Person> {
        self.new.iter().flat_map(|(new, _)| &new.contacts).map(person).collect()
    }

    /// Adds a note about the possible duplicates to the new lead.
    async fn mark(&mut self) -> Result<()> {
        let known = self.duplicates.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(", ");
        let note = note_that(&format!("Came in though it may be a duplicate of {known}.")).await?;
        if let Some((new, _)) = &mut self.new {
            new.notes.extend(note);
        }
        Ok(())
    }
}

/// Links an arrival to an existing lead and adds its notes there.
async fn link(tx: &mut impl InCompany, arrival: &mut Arrival<'_>) -> Result<()> {
    let Some(lead) = arrival.duplicates.first().copied() else { return Ok(()) };
    arrival.lead = Some(lead);
    let Some((new, _)) = &arrival.new else { return Ok(()) };
    came_again(tx, lead, &new.contacts, &new.notes, &new.consents).await
}

/// Records on a lead that its person came in again.
pub(crate) async fn came_again(
    tx: &mut impl InCompany,
    lead: i64,
    contacts: &[NewContact],
    notes: &[NewNote],
    consents: &[NewConsent],
) -> Result<()> {
    let who: Vec<_> = contacts
        .iter()
        .map(|contact| {
            let email = contact.email.as_ref().map(ToString::to_string);
            let phone = contact.phone.as_ref().map(|phone| phone.digits().to_owned());
            [Some(contact.name()), email, phone].into_iter().flatten().collect::<Vec<_>>().join(", ")
        })
        .collect();
    let told = note_that(&format!("New inquiry: {}", who.join("; "))).await?;
    for note in told.iter().chain(notes) {
        store::add_note(tx, lead, note).await?;
    }
    consent::keep(tx, lead, consents).await
}

/// People of an arrival, if readable.
pub(crate) fn people_of(lead: &Value) -> Vec<Person> {
    let contacts = lead.pointer("/LeadContacts").and_then(Value::as_array);
    let read = |contact: &Value| serde_json::from_value::<ContactIn>(contact.clone()).ok();
    contacts.into_iter().flatten().take(4).filter_map(read).map(|contact| crate::check::person(&contact)).collect()
}
