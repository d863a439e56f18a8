//! Creates, reads and changes a borrower record.

use crate::{
    directory::{self, Told},
    leads::{LeadOfBorrower, leads_within_reach},
    matching::{self, RecordKind},
    merge::Made,
    reach::contact_reach,
    store::{self, Record},
};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use http::{
    StatusCode,
    header::{CACHE_CONTROL, LOCATION},
};
use lending::{
    access::Permission,
    application::Address,
    matching::Strength,
    values::{Email, Money, Phone, PostalCode, StateCode},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum number of merges to follow from an old id.
const MERGES_FOLLOWED_MAX: usize = 10;
/// Maximum length of names, streets and cities.
const TEXT_LENGTH_MAX: usize = 100;
const REASON_LENGTH_MAX: usize = 500;
/// Maximum number of certain matches to read.
const CERTAIN_MAX: usize = 10;

/// A borrower's fields. In a change, absent fields stay and empty texts mean none.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schema(as = BorrowerDetails)]
pub struct In {
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) cell_phone: Option<String>,
    #[serde(rename = "address")]
    pub(crate) address: Option<AddressOut>,
    /// Membership of the owner. Defaults to the creator.
    #[serde(rename = "ownerId")]
    owner_id: Option<i64>,
    /// Why another record is created for a person who certainly exists. Only for creating a record.
    #[serde(rename = "duplicateReason", skip_serializing_if = "Option::is_none")]
    duplicate_reason: Option<String>,
}

impl In {
    /// The changes from a spreadsheet row. Empty cells change nothing.
    pub(crate) fn of_row(told: &Told) -> Self {
        Self {
            first_name: Some(told.first_name.clone()),
            last_name: Some(told.last_name.clone()),
            email: told.email.as_ref().map(ToString::to_string),
            cell_phone: told.phone.as_ref().map(|phone| phone.digits().to_owned()),
            ..Self::default()
        }
    }
}

/// A home address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(as = BorrowerAddress)]
pub struct AddressOut {
    line: Option<String>,
    unit: Option<String>,
    city: Option<String>,
    state_code: Option<String>,
    /// Five or nine digits.
    postal_code: Option<String>,
}

/// A borrower with their links in the user's scope.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BorrowerRecord)]
pub struct Out {
    id: i64,
    #[serde(flatten)]
    facts: Facts,
    owner_name: Option<String>,
    branch_name: Option<String>,
    /// One of their loans has a taxpayer number.
    has_taxpayer_identifier: bool,
    has_birth_date: bool,
    /// Loans in scope, newest first.
    loans: Vec<LoanOfBorrower>,
    /// Number of loans out of scope.
    loans_outside: i64,
    /// Leads in scope, newest first.
    leads: Vec<LeadOfBorrower>,
    relatives: Vec<Relative>,
    /// Merges into this record that can be undone.
    merges: Vec<Made>,
    created_at: Timestamp,
    updated_at: Timestamp,
    /// The version for `If-Match`.
    version: i32,
}

/// The editable fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
#[schema(as = BorrowerFacts)]
pub struct Facts {
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub cell_phone: Option<String>,
    #[serde(rename = "address")]
    pub address: AddressOut,
    #[serde(rename = "ownerId")]
    pub owner_id: i64,
}

/// A loan of the borrower.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoanOfBorrower {
    pub id: i64,
    pub loan_number: String,
    pub stage_id: i64,
    pub stage_name: String,
    pub stage_kind: String,
    #[serde(rename = "LoanAmount")]
    #[schema(value_type = String)]
    pub amount: Money,
    pub officer_name: Option<String>,
    /// The borrower is the loan's first borrower.
    pub is_primary: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A person related to the borrower.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Relative {
    pub id: i64,
    pub name: String,
    /// Relation to the borrower: `SPOUSE`, `PARTNER`, `PARENT`, `CHILD`, `SIBLING`, `EMPLOYER`, `EMPLOYEE` or `OTHER`.
    pub relation: String,
}

/// Creates a record for a person without a loan.
#[utoipa::path(post, path = "/api/borrowers", tag = "borrowers", operation_id = "createBorrower", request_body = In,
    responses((status = 201, body = Out), (status = 409), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<Out>)> {
    let mut fields = Fields::default();
    let told = Told {
        first_name: name(&mut fields, "FirstName", body.first_name.as_deref(), "First Name is required"),
        last_name: name(&mut fields, "LastName", body.last_name.as_deref(), "Last Name is required"),
        email: given(body.email.as_deref()).and_then(|text| fields.take("Email", text.parse::<Email>())),
        phone: given(body.cell_phone.as_deref()).and_then(|text| fields.take("CellPhone", text.parse::<Phone>())),
        address: body.address.as_ref().map(|address| address_of(&mut fields, address)).unwrap_or_default(),
        ..Told::default()
    };
    fields.check()?;
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let reason = given(body.duplicate_reason.as_deref());
    if reason.is_some_and(|reason| reason.chars().count() > REASON_LENGTH_MAX) {
        return Err(Error::field("duplicateReason", format!("must have at most {REASON_LENGTH_MAX} characters")));
    }
    let known = certainly_known(&mut tx, &told).await?;
    if !known.is_empty() && reason.is_none() {
        return Err(Error::Conflict {
            code: "LWBOR10411",
            message: "This person is known already. Say why a second record is needed.".to_owned(),
            details: None,
        });
    }
    let owner = owner(&mut tx, body.owner_id).await?;
    let id = store::create(&mut tx, owner, &told).await?;
    directory::register_new(&mut tx, owner.org_unit, owner.membership, &[(id, &told)]).await?;
    let out = answer(&mut tx, id).await?;
    let mut after = serde_json::to_value(&out.facts).map_err(Error::internal)?;
    if !known.is_empty() {
        after["duplicateReason"] = reason.into();
        after["duplicateOf"] = known.into();
    }
    let audit = Audit {
        action: "borrower.create",
        entity: "borrower",
        entity_id: &id.to_string(),
        before: None,
        after: Some(after),
    };
    tx.audit(audit).await?;
    tx.event("borrower.created", id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Returns a borrower in the user's scope.
#[utoipa::path(get, path = "/api/borrowers/{id}", tag = "borrowers", operation_id = "getBorrower", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 301), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Response> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    match answer(&mut tx, id).await {
        Err(Error::NotFound) => {}
        answered => return Ok(Json(answered?).into_response()),
    }
    // For a merged record, redirect to the survivor if it is in scope.
    let mut survivor = id;
    for _ in 0..MERGES_FOLLOWED_MAX {
        survivor = store::merges::survivor_of(&mut tx, survivor).await?.ok_or(Error::NotFound)?;
        if within_reach(&mut tx, survivor).await.is_ok() {
            let address = format!("/api/borrowers/{survivor}");
            return Ok((StatusCode::MOVED_PERMANENTLY, [(LOCATION, address), (CACHE_CONTROL, "no-store".to_owned())])
                .into_response());
        }
    }
    Err(Error::NotFound)
}

/// Changes a borrower's record.
#[utoipa::path(patch, path = "/api/borrowers/{id}", tag = "borrowers", operation_id = "editBorrower", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let was = within_reach(&mut tx, id).await?;
    let mut is = changed(&was.facts, &body)?;
    let entity_id = id.to_string();
    if version != was.version {
        let now = answer(&mut tx, id).await?;
        return Err(stale(&mut tx, "borrower", &entity_id, &now).await?);
    }
    let mut org_unit = was.org_unit_id;
    if let Some(wanted) = body.owner_id.filter(|wanted| *wanted != is.owner_id) {
        let owner = owner(&mut tx, Some(wanted)).await?;
        (is.owner_id, org_unit) = (owner.membership, owner.org_unit);
    }
    let Some((before, after)) = changes(&was.facts, &is)? else {
        return Ok(Json(answer(&mut tx, id).await?));
    };
    if !store::update(&mut tx, id, version, org_unit, &is).await? {
        let now = answer(&mut tx, id).await?;
        return Err(stale(&mut tx, "borrower", &entity_id, &now).await?);
    }
    directory::register(&mut tx, &[id]).await?;
    let audit = Audit {
        action: "borrower.edit",
        entity: "borrower",
        entity_id: &entity_id,
        before: Some(before),
        after: Some(after),
    };
    tx.audit(audit).await?;
    tx.event("borrower.edited", id).await?;
    // Read the response first, because changing the owner may move the record out of scope.
    let out = out(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Applies the changes, or returns the invalid fields. Keeps the owner.
pub(crate) fn changed(was: &Facts, body: &In) -> Result<Facts> {
    let mut fields = Fields::default();
    let mut is = was.clone();
    if let Some(text) = &body.first_name {
        is.first_name = name(&mut fields, "FirstName", Some(text), "First Name is required");
    }
    if let Some(text) = &body.last_name {
        is.last_name = name(&mut fields, "LastName", Some(text), "Last Name is required");
    }
    if let Some(text) = &body.email {
        let email = given(Some(text)).and_then(|text| fields.take("Email", text.parse::<Email>()));
        is.email = email.map(|email| email.to_string());
    }
    if let Some(text) = &body.cell_phone {
        let phone = given(Some(text)).and_then(|text| fields.take("CellPhone", text.parse::<Phone>()));
        is.cell_phone = phone.map(|phone| phone.digits().to_owned());
    }
    if let Some(address) = &body.address {
        is.address = AddressOut::from(address_of(&mut fields, address));
    }
    fields.check()?;
    Ok(is)
}

/// Finds a record. Returns `NotFound` if it is out of scope.
pub(crate) async fn within_reach(tx: &mut Tx, id: i64) -> Result<Record> {
    let record = store::record(tx, id).await?.ok_or(Error::NotFound)?;
    let reach = contact_reach(tx).await?;
    match reach.covers(record.org_unit_id == tx.actor().org_unit(), record.is_own) {
        true => Ok(record),
        false => Err(Error::NotFound),
    }
}

/// Reads a record in scope for a response.
pub(crate) async fn answer(tx: &mut Tx, id: i64) -> Result<Out> {
    within_reach(tx, id).await?;
    out(tx, id).await
}

pub(crate) async fn out(tx: &mut Tx, id: i64) -> Result<Out> {
    let record = store::record(tx, id).await?.ok_or(Error::NotFound)?;
    let (loans, loans_outside) = loans_within_reach(tx, id).await?;
    Ok(Out {
        id,
        facts: record.facts,
        owner_name: record.owner_name,
        branch_name: record.branch_name,
        has_taxpayer_identifier: record.ssn_key.is_some(),
        has_birth_date: record.birth_key.is_some(),
        loans,
        loans_outside,
        leads: leads_within_reach(tx, id).await?,
        relatives: store::relatives(tx, id).await?,
        merges: store::merges::of_survivor(tx, id).await?,
        created_at: record.created_at,
        updated_at: record.updated_at,
        version: record.version,
    })
}

/// The borrower's loans in the actor's scope, and the number of others.
pub(crate) async fn loans_within_reach(tx: &mut Tx, id: i64) -> Result<(Vec<LoanOfBorrower>, i64)> {
    let all = store::loans(tx, id).await?;
    let (reach, org_unit) = (tx.actor().loan_reach(), tx.actor().org_unit());
    let may = tx.actor().may(Permission::LoanView).is_ok();
    let count = all.len();
    let loans: Vec<_> = all
        .into_iter()
        .filter(|loan| may && reach.covers(loan.org_unit_id == org_unit, loan.is_own))
        .map(LoanOfBorrower::from)
        .collect();
    let outside = i64::try_from(count - loans.len()).unwrap_or(i64::MAX);
    Ok((loans, outside))
}

/// Borrowers who are certainly the same person, regardless of their owner.
async fn certainly_known(tx: &mut Tx, told: &Told) -> Result<Vec<i64>> {
    let company = tx.company();
    let found = matching::find(tx, company, &[told.person()], &[RecordKind::Borrower], CERTAIN_MAX).await?;
    let certain = found.iter().filter(|found| found.agreement.strength == Strength::Certain);
    Ok(certain.map(|found| found.record.id).collect())
}

/// Owner of a record: an active member of the company.
#[derive(Clone, Copy)]
pub(crate) struct Owner {
    pub membership: i64,
    pub org_unit: i64,
}

async fn owner(tx: &mut Tx, membership: Option<i64>) -> Result<Owner> {
    let actor = tx.actor();
    match membership {
        None => Ok(Owner { membership: actor.membership(), org_unit: actor.org_unit() }),
        Some(membership) => store::owner(tx, membership)
            .await?
            .ok_or_else(|| Error::field("ownerId", "Choose an active person of this company")),
    }
}

/// Trims a text. `None` if it is empty.
pub(crate) fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

pub(crate) fn name(fields: &mut Fields, path: &str, text: Option<&str>, message: &str) -> String {
    let name = fields.required(path, text.unwrap_or_default(), message).unwrap_or_default();
    if name.chars().count() > TEXT_LENGTH_MAX {
        fields.add(path, format!("must have at most {TEXT_LENGTH_MAX} characters"));
    }
    name
}

fn address_of(fields: &mut Fields, address: &AddressOut) -> Address {
    let mut text = |path: &str, value: &Option<String>| {
        let text = given(value.as_deref()).map(str::to_owned);
        if text.as_deref().is_some_and(|text| text.chars().count() > TEXT_LENGTH_MAX) {
            fields.add(path, format!("must have at most {TEXT_LENGTH_MAX} characters"));
        }
        text
    };
    let (line, unit) = (text("address/line", &address.line), text("address/unit", &address.unit));
    let city = text("address/city", &address.city);
    let state = given(address.state_code.as_deref())
        .and_then(|code| fields.take("address/stateCode", code.parse::<StateCode>()));
    let postal_code = given(address.postal_code.as_deref())
        .and_then(|code| fields.take("address/postalCode", code.parse::<PostalCode>()));
    Address { line, unit, city, state, postal_code, ..Address::default() }
}

impl Out {
    pub(crate) fn id(&self) -> i64 {
        self.id
    }

    /// Number of all loans of the borrower, in or out of scope.
    pub(crate) fn loan_total(&self) -> i64 {
        self.loans_outside.saturating_add(i64::try_from(self.loans.len()).unwrap_or(i64::MAX))
    }
}

impl From<Address> for AddressOut {
    fn from(address: Address) -> Self {
        let Address { line, unit, city, state, postal_code, county: _, country: _, .. } = address;
        AddressOut {
            line,
            unit,
            city,
            state_code: state.map(|state| state.to_string()),
            postal_code: postal_code.map(|code| code.digits().to_owned()),
        }
    }
}

impl From<AddressOut> for Address {
    /// Omits invalid states and ZIP codes.
    fn from(address: AddressOut) -> Self {
        let AddressOut { line, unit, city, state_code, postal_code } = address;
        Address {
            line,
            unit,
            city,
            state: state_code.and_then(|code| code.parse().ok()),
            postal_code: postal_code.and_then(|code| code.parse().ok()),
            ..Address::default()
        }
    }
}

impl AddressOut {
    /// Creates an address from the columns of a record.
    pub(crate) fn of_columns(
        line: Option<String>,
        unit: Option<String>,
        city: Option<String>,
        state_code: Option<String>,
        postal_code: Option<String>,
    ) -> Self {
        AddressOut { line, unit, city, state_code, postal_code }
    }

    /// The columns, in the same order.
    pub(crate) fn columns(&self) -> [Option<&str>; 5] {
        let AddressOut { line, unit, city, state_code, postal_code } = self;
        [line, unit, city, state_code, postal_code].map(|text| text.as_deref())
    }
}

impl From<store::LoanRow> for LoanOfBorrower {
    fn from(row: store::LoanRow) -> Self {
        LoanOfBorrower {
            id: row.loan_id,
            loan_number: row.loan_number,
            stage_id: row.stage_id,
            stage_name: row.stage_name,
            stage_kind: row.stage_kind,
            amount: Money::from_cents(row.amount_cents),
            officer_name: row.officer_name,
            is_primary: row.position == 1,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
