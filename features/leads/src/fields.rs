//! Payload for creating leads, and leads in responses. Keys are the specification's (L section 3).

use crate::{
    consent::{self, ConsentIn, ConsentOut, PhoneConsent},
    make::{NewContact, NewLead, OwnerRef},
    merge::{Made, Origin},
};
use lending::{
    leads::{LeadPurpose, Owner, OwnerWarning, Referrer, Scenario, owner_faults, scenario_amount},
    values::{Email, Money, Phone, StateCode},
};
use platform::{
    Error, Fields, Result,
    db::{Date, Timestamp},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// The lead-creation payload.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewLead)]
pub struct LeadIn {
    #[serde(rename = "LeadScenario")]
    pub scenario: ScenarioIn,
    /// One to four, exactly one of them primary.
    #[serde(rename = "LeadContacts")]
    pub contacts: Vec<ContactIn>,
    #[serde(default, rename = "LeadDetail")]
    pub detail: DetailIn,
    #[serde(default, rename = "LeadReferral")]
    pub referral: ReferralIn,
    /// One to three, exactly one of them primary. Programs may omit them to use the company's default owner.
    #[serde(default, rename = "LeadUsers")]
    pub users: Vec<OwnerIn>,
    #[serde(default, rename = "Notes", skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<NoteIn>>,
    /// Consent to calls and texts for the number of the primary contact; at most 10.
    #[serde(default, rename = "LeadConsents", skip_serializing_if = "Vec::is_empty")]
    pub consents: Vec<ConsentIn>,
}

/// The requested loan.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadScenario)]
pub struct ScenarioIn {
    /// `Purchase` or `Refinance`.
    #[serde(rename = "loanPurpose")]
    pub loan_purpose: String,
    /// State of the property, if known.
    #[serde(default, rename = "StateCode", skip_serializing_if = "Option::is_none")]
    pub state_code: Option<String>,
    /// Loan amount in dollars: `450000` or `450000.00`.
    #[serde(default, rename = "loanAmount", skip_serializing_if = "Option::is_none")]
    pub loan_amount: Option<String>,
    /// Price (purchase) or estimated value (refinance) of the property in dollars.
    #[serde(default, rename = "propertyValue", skip_serializing_if = "Option::is_none")]
    pub property_value: Option<String>,
}

/// A contact of the lead.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeadContact)]
pub struct ContactIn {
    #[serde(default)]
    pub first_name: Option<String>,
    #[serde(default)]
    pub last_name: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    /// Ten digits, or `+` and the digits of another country.
    #[serde(default)]
    pub cell_phone: Option<String>,
    #[serde(default)]
    pub is_primary: bool,
}

/// Further data.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadDetail)]
pub struct DetailIn {
    #[serde(default, rename = "LeadProviderId")]
    pub provider: Option<i64>,
    /// For programs: the provider's own id, up to 200 characters. Repeating it creates no second lead.
    #[serde(default, rename = "externalId", skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
}

impl DetailIn {
    /// Refuses fields that only programs may send.
    pub(crate) fn refuse_external(&self) -> Result<()> {
        match self.external_id {
            None => Ok(()),
            Some(_) => Err(Error::field("LeadDetail/externalId", "is for programs with an API key")),
        }
    }
}

/// Source of the lead. At most one of the three ids; the source type determines which one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadReferral)]
pub struct ReferralIn {
    #[serde(default, rename = "LeadSourceId")]
    pub source: Option<i64>,
    /// Required for the source type `OTHER`.
    #[serde(default, rename = "otherSourceDesc")]
    pub other_source: Option<String>,
    #[serde(default, rename = "BusinessContactId", skip_serializing_if = "Option::is_none")]
    pub business_contact: Option<i64>,
    #[serde(default, rename = "WizeBorrowerId", skip_serializing_if = "Option::is_none")]
    pub borrower: Option<i64>,
    #[serde(default, rename = "WizeUserId", skip_serializing_if = "Option::is_none")]
    pub user: Option<i64>,
}

/// An owner: a user in a branch.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadUser)]
pub struct OwnerIn {
    #[serde(rename = "WizeUserId")]
    pub user: i64,
    #[serde(rename = "WizeOrgUnitId")]
    pub org_unit: i64,
    #[serde(default, rename = "isPrimary")]
    pub is_primary: bool,
}

/// A note.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewNote)]
pub struct NoteIn {
    /// HTML, which the server sanitizes, or plain text. Pictures are `data:` URLs (PNG, JPEG or WebP, at most 5 MB
    /// each).
    pub text: String,
    /// `NOTE`.
    #[serde(rename = "type")]
    pub note_type: String,
    #[serde(default)]
    pub metadata: NoteMetadata,
}

/// Metadata of a note.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NoteMetadata {
    /// Time of writing. Defaults to now.
    #[serde(default)]
    pub creation_date: Option<Timestamp>,
}

const NAME_MAX: usize = 100;
const CONTACTS_MAX: usize = 4;
const NOTES_MAX: usize = 20;

impl LeadIn {
    /// Parses the payload and collects invalid fields. Owners, source and referral contact are looked up when the lead
    /// is created.
    pub(crate) fn read(&self) -> Result<NewLead> {
        let mut fields = Fields::default();
        let scenario = self.scenario.read(&mut fields);
        let contacts = read_contacts(&mut fields, &self.contacts);
        let owners = read_owners(&mut fields, &self.users);
        let consents = consent::read(&mut fields, &self.consents, &contacts);
        let notes = self.notes.as_deref().unwrap_or_default();
        if notes.len() > NOTES_MAX {
            fields.add("Notes", format!("must be at most {NOTES_MAX}"));
        }
        fields.check()?;
        Ok(NewLead {
            scenario,
            contacts,
            provider: self.detail.provider,
            source: self.referral.source,
            referrer: self.referral.referrer(),
            other_source: self.referral.description(),
            owners,
            // Parsed separately, because pictures take time.
            notes: Vec::new(),
            consents,
            begun: None,
        })
    }
}

impl ScenarioIn {
    /// Parses the scenario and collects invalid fields.
    pub(crate) fn read(&self, fields: &mut Fields) -> Scenario {
        fn given(text: Option<&String>) -> Option<&str> {
            text.map(|text| text.trim()).filter(|text| !text.is_empty())
        }
        let purpose = fields.take("LeadScenario/loanPurpose", self.loan_purpose.parse::<LeadPurpose>());
        let state = given(self.state_code.as_ref())
            .and_then(|code| fields.take("LeadScenario/StateCode", code.parse::<StateCode>()));
        let mut amount = |path, text| given(text).and_then(|text| fields.take(path, scenario_amount(text)));
        Scenario {
            purpose: purpose.unwrap_or(LeadPurpose::Purchase),
            state,
            loan_amount: amount("LeadScenario/loanAmount", self.loan_amount.as_ref()),
            property_value: amount("LeadScenario/propertyValue", self.property_value.as_ref()),
        }
    }
}

impl ReferralIn {
    pub(crate) fn referrer(&self) -> Referrer {
        let ReferralIn { business_contact, borrower, user, .. } = *self;
        Referrer { business_contact, borrower, user }
    }

    pub(crate) fn description(&self) -> Option<String> {
        self.other_source.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    }
}

/// Parses the contacts, primary first.
pub(crate) fn read_contacts(fields: &mut Fields, contacts: &[ContactIn]) -> Vec<NewContact> {
    let primary = contacts.iter().filter(|contact| contact.is_primary).count();
    if !(1..=CONTACTS_MAX).contains(&contacts.len()) {
        fields.add("LeadContacts", format!("A lead has one to {CONTACTS_MAX} contacts"));
    } else if primary != 1 {
        fields.add("LeadContacts", "One contact of a lead is primary");
    }
    let mut read: Vec<(bool, NewContact)> = contacts
        .iter()
        .enumerate()
        .filter_map(|(at, contact)| Some((contact.is_primary, contact.read(fields, &format!("LeadContacts/{at}"))?)))
        .collect();
    read.sort_by_key(|(is_primary, _)| !is_primary);
    read.into_iter().map(|(_, contact)| contact).collect()
}

impl ContactIn {
    pub(crate) fn read(&self, fields: &mut Fields, path: &str) -> Option<NewContact> {
        let mut name = |key: &str, value: &Option<String>, message: &str| {
            let path = format!("{path}/{key}");
            let text = fields.required(&path, value.as_deref().unwrap_or_default(), message)?;
            if text.chars().count() > NAME_MAX {
                fields.add(&path, format!("must have at most {NAME_MAX} characters"));
            }
            Some(text)
        };
        let first_name = name("firstName", &self.first_name, "First Name is required");
        let last_name = name("lastName", &self.last_name, "Last Name is required");
        let given =
            |value: &Option<String>| value.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let email_path = format!("{path}/email");
        let email = match given(&self.email) {
            Some(text) => fields.take(&email_path, text.parse::<Email>()),
            None if self.is_primary => {
                fields.add(&email_path, "Email is required");
                None
            }
            None => None,
        };
        let phone =
            given(&self.cell_phone).and_then(|text| fields.take(&format!("{path}/cellPhone"), text.parse::<Phone>()));
        Some(NewContact { first_name: first_name?, last_name: last_name?, email, phone })
    }
}

/// Parses the owners, primary first. Each keeps its index in the payload.
pub(crate) fn read_owners(fields: &mut Fields, owners: &[OwnerIn]) -> Vec<OwnerRef> {
    let named: Vec<_> = owners.iter().map(|owner| Owner { user: owner.user, is_primary: owner.is_primary }).collect();
    for (at, fault) in owner_faults(&named) {
        fields.add(format!("LeadUsers/{at}"), fault);
    }
    let mut read: Vec<_> = owners
        .iter()
        .enumerate()
        .map(|(at, owner)| (owner.is_primary, OwnerRef { at, user: owner.user, org_unit: owner.org_unit }))
        .collect();
    read.sort_by_key(|(is_primary, owner)| (!is_primary, owner.at));
    read.into_iter().map(|(_, owner)| owner).collect()
}

/// A lead status of the company.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LeadStatus)]
pub struct StatusOut {
    pub id: i64,
    pub name: String,
    /// The standard kind of the company's entry.
    pub kind: String,
}

/// An entry of a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LeadChoice)]
pub struct Choice {
    pub id: i64,
    pub name: String,
}

/// A warning about a lead's owners.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LeadWarning)]
pub struct WarningOut {
    pub code: OwnerWarning,
    pub text: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tooltip: Option<&'static str>,
}

impl From<OwnerWarning> for WarningOut {
    fn from(code: OwnerWarning) -> Self {
        Self { code, text: code.text(), tooltip: code.tooltip() }
    }
}

/// A lead.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Lead)]
pub struct LeadOut {
    pub id: i64,
    /// The version for `If-Match`.
    pub version: i32,
    /// Name of the primary contact.
    pub name: String,
    pub status: StatusOut,
    pub status_since: Timestamp,
    pub lost_reason: Option<Choice>,
    pub wake_on: Option<Date>,
    pub next_follow_up_on: Option<Date>,
    /// Unworked for longer than its status allows.
    pub is_late: bool,
    /// Minutes of office hours from arrival to the first outgoing contact.
    pub first_response_minutes: Option<i32>,
    #[serde(rename = "LeadScenario")]
    pub scenario: ScenarioOut,
    #[serde(rename = "LeadContacts")]
    pub contacts: Vec<ContactOut>,
    #[serde(rename = "LeadDetail")]
    pub detail: DetailOut,
    #[serde(rename = "LeadReferral")]
    pub referral: ReferralOut,
    #[serde(rename = "LeadUsers")]
    pub users: Vec<OwnerOut>,
    /// Newest first, at most 50.
    #[serde(rename = "Notes")]
    pub notes: Vec<NoteOut>,
    /// Consents and withdrawals, newest first.
    pub consents: Vec<ConsentOut>,
    /// Allowed uses of each phone number.
    pub consent_by_phone: Vec<PhoneConsent>,
    /// Merges into this lead, newest first.
    pub merges: Vec<Made>,
    /// Origins of this lead and the merged ones, oldest first. Empty without merges.
    pub origins: Vec<Origin>,
    /// The loan it was converted to. The lead is then read-only.
    pub loan_id: Option<i64>,
    pub created_by: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Why its creator can't open it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access_warning: Option<WarningOut>,
}

/// The requested loan in responses.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LeadScenarioOut)]
pub struct ScenarioOut {
    #[serde(rename = "loanPurpose")]
    pub loan_purpose: String,
    #[serde(rename = "StateCode")]
    pub state_code: Option<String>,
    /// In dollars.
    #[serde(rename = "loanAmount")]
    pub loan_amount: Option<Money>,
    /// Price (purchase) or estimated value (refinance) of the property in dollars.
    #[serde(rename = "propertyValue")]
    pub property_value: Option<Money>,
}

impl From<&ScenarioOut> for ScenarioIn {
    fn from(scenario: &ScenarioOut) -> Self {
        let ScenarioOut { loan_purpose, state_code, loan_amount, property_value } = scenario.clone();
        let text = |amount: Money| amount.to_string();
        Self { loan_purpose, state_code, loan_amount: loan_amount.map(text), property_value: property_value.map(text) }
    }
}

/// A contact in responses.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadContactOut)]
pub struct ContactOut {
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub cell_phone: Option<String>,
    pub is_primary: bool,
}

impl From<ContactOut> for ContactIn {
    fn from(contact: ContactOut) -> Self {
        let ContactOut { first_name, last_name, email, cell_phone, is_primary } = contact;
        Self { first_name: Some(first_name), last_name: Some(last_name), email, cell_phone, is_primary }
    }
}

/// Further data in responses.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LeadDetailOut)]
pub struct DetailOut {
    #[serde(rename = "LeadProviderId")]
    pub provider: Option<i64>,
    #[serde(rename = "providerName")]
    pub provider_name: Option<String>,
}

/// Source of a lead in responses.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LeadReferralOut)]
pub struct ReferralOut {
    #[serde(rename = "LeadSourceId")]
    pub source: Option<i64>,
    #[serde(rename = "sourceName")]
    pub source_name: Option<String>,
    #[serde(rename = "sourceType")]
    pub source_type: Option<String>,
    #[serde(rename = "otherSourceDesc")]
    pub other_source: Option<String>,
    #[serde(rename = "BusinessContactId")]
    pub business_contact: Option<i64>,
    #[serde(rename = "WizeBorrowerId")]
    pub borrower: Option<i64>,
    #[serde(rename = "WizeUserId")]
    pub user: Option<i64>,
    /// Name of the referrer.
    #[serde(rename = "referrerName")]
    pub referrer_name: Option<String>,
}

/// An owner in responses.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LeadUserOut)]
pub struct OwnerOut {
    #[serde(rename = "WizeUserId")]
    pub user: i64,
    #[serde(rename = "WizeOrgUnitId")]
    pub org_unit: i64,
    #[serde(rename = "WizeUserOrgUnitId")]
    pub membership: i64,
    #[serde(rename = "isPrimary")]
    pub is_primary: bool,
    pub name: String,
    #[serde(rename = "branchName")]
    pub branch_name: String,
}

/// A note in responses.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LeadNote)]
pub struct NoteOut {
    pub id: i64,
    /// Sanitized HTML.
    pub text: String,
    #[serde(skip)]
    pub pictures: Vec<Uuid>,
    #[serde(rename = "type")]
    pub note_type: String,
    pub metadata: NoteMetadataOut,
    #[serde(rename = "authorName")]
    pub author_name: Option<String>,
}

/// Metadata of a note in responses.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadNoteMetadata)]
pub struct NoteMetadataOut {
    pub creation_date: Timestamp,
}
