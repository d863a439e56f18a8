//! What a person sends to make a loan, and the loan as it is answered. Keys are the specification's (L section 3).

use crate::team::WarningOut;
use lending::{
    application::{FILE_VERSION, LoanPurpose, PropertyUsage},
    differences::Choice,
    manual::Manual,
    team::{LoanRole, Member},
    trid::TridData,
    values::{Email, Phone, StateCode},
};
use platform::{
    Fields, Result,
    db::{Date, Timestamp},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// The loan-creation payload.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLoan)]
pub struct LoanIn {
    #[serde(rename = "PrimaryBorrower")]
    pub primary_borrower: BorrowerIn,
    #[serde(default)]
    pub is_prospect: bool,
    #[serde(default)]
    pub invite_borrower: bool,
    /// Always false; accepted and without effect (LOAN-27).
    #[serde(default)]
    pub validate: bool,
    /// `URLA_2021`.
    pub file_version: Option<String>,
    /// `Purchase` or `Refinance`.
    #[serde(rename = "LoanPurposeType")]
    pub loan_purpose_type: String,
    #[serde(rename = "StateCode")]
    pub state_code: Option<String>,
    /// `PrimaryResidence`, `SecondHome` or `Investment`.
    #[serde(rename = "PropertyUsageType")]
    pub property_usage_type: String,
    /// The officer's membership, `WizeUserOrgUnitId`.
    #[serde(rename = "LoanOfficerId")]
    pub loan_officer_id: i64,
    #[serde(default)]
    pub other_users: OtherUsers,
    /// The file that was read, for a loan from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_id: Option<Uuid>,
    /// `ACTIVE_LOAN` or `CLOSED_LOAN`, for a MISMO file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub funded_date: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application_date: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc_signed_date: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trid_date: Option<Date>,
    /// The reviewed items of an active MISMO file.
    #[serde(default, rename = "TridData", skip_serializing_if = "Option::is_none")]
    pub trid_data: Option<TridData>,
    /// What was chosen of the differences between the file and what is known; of those that aren't named nothing is taken over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<DifferenceIn>,
    /// Only for users of a non-delegated organization.
    #[serde(default, rename = "NonDelegatedCorrespondentLoan", skip_serializing_if = "Option::is_none")]
    pub non_delegated_correspondent_loan: Option<bool>,
}

/// What was chosen of a difference.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DifferenceChoice)]
pub struct DifferenceIn {
    /// The file's borrower, by the id of its item.
    pub borrower: Uuid,
    /// The record with which they were compared.
    pub borrower_id: i64,
    /// Which field.
    #[schema(example = "incomes/Base")]
    pub path: String,
    /// What was known when it was chosen.
    pub keyturn: Value,
    /// `File`, `Keyturn` or `Later`.
    pub choice: Choice,
}

/// The primary borrower of the payload.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BorrowerIn {
    #[serde(default)]
    pub email: Option<String>,
    #[serde(default)]
    pub first_name: Option<String>,
    #[serde(default)]
    pub last_name: Option<String>,
    /// Suffix such as Jr; the end of the last name, if it is left out and that is one.
    #[serde(default)]
    pub suffix: Option<String>,
    #[serde(default)]
    pub phone: Option<String>,
}

/// The team beside the officer: the primary assistant, the primary processor, and everybody else by role and slot.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OtherUsers {
    pub loan_assistant: Option<Member>,
    #[serde(rename = "WizeUsers")]
    pub wize_users: Vec<Member>,
    #[serde(rename = "ProcessorUser")]
    pub processor_user: Option<Member>,
    /// Always null.
    #[serde(rename = "ProcessorOrgUnitId")]
    pub processor_org_unit_id: Option<i64>,
}

/// What must be there: everything for a loan typed in by hand, less where a file brings the borrower along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The Manual tab.
    Form,
    /// A file (FNMA-12).
    File,
}

const NAME_MAX: usize = 100;
const SUFFIX_MAX: usize = 10;

impl LoanIn {
    /// Reads the payload; every wrong value is noted under its path.
    ///
    /// # Errors
    /// Values that can't be taken.
    pub fn read(&self, source: Source) -> Result<Manual> {
        let mut fields = Fields::default();
        let borrower = &self.primary_borrower;
        let mut name = |field: &str, value: &Option<String>, message: &str| {
            let path = format!("PrimaryBorrower/{field}");
            let text = value.as_deref().unwrap_or_default().trim();
            if text.chars().count() > NAME_MAX {
                fields.add(&path, format!("must have at most {NAME_MAX} characters"));
            }
            match source {
                Source::Form => fields.required(&path, text, message).unwrap_or_default(),
                Source::File => text.to_owned(),
            }
        };
        let first_name = name("firstName", &borrower.first_name, "First Name is required");
        let last_name = name("lastName", &borrower.last_name, "Last Name is required");
        let given =
            |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let (last_name, suffix) = match given(&borrower.suffix) {
            Some(suffix) => (last_name, Some(suffix)),
            None => {
                let (last, suffix) = lending::differences::apart(&last_name);
                (last.unwrap_or_default(), suffix)
            }
        };
        if suffix.as_deref().is_some_and(|suffix| suffix.chars().count() > SUFFIX_MAX) {
            fields.add("PrimaryBorrower/suffix", format!("must have at most {SUFFIX_MAX} characters"));
        }
        let email = match given(&borrower.email) {
            Some(text) => fields.take("PrimaryBorrower/email", text.parse::<Email>()),
            None if source == Source::Form => {
                fields.add("PrimaryBorrower/email", "Email is required");
                None
            }
            None => None,
        };
        let phone = given(&borrower.phone).and_then(|text| fields.take("PrimaryBorrower/phone", text.parse::<Phone>()));
        let purpose = match self.loan_purpose_type.parse() {
            Ok(purpose @ (LoanPurpose::Purchase | LoanPurpose::Refinance)) => Some(purpose),
            _ => fields.take("LoanPurposeType", Err("must be Purchase or Refinance")),
        };
        let state = given(&self.state_code).and_then(|text| fields.take("StateCode", text.parse::<StateCode>()));
        let usage = match self.property_usage_type.parse() {
            Ok(usage @ (PropertyUsage::PrimaryResidence | PropertyUsage::SecondHome | PropertyUsage::Investment)) => {
                Some(usage)
            }
            _ => fields.take("PropertyUsageType", Err("must be PrimaryResidence, SecondHome or Investment")),
        };
        if self.file_version.as_deref().is_some_and(|version| version != FILE_VERSION) {
            fields.add("fileVersion", format!("must be {FILE_VERSION}"));
        }
        fields.check()?;
        // Both are there: whatever is missing was noted.
        let (purpose, usage) =
            (purpose.unwrap_or(LoanPurpose::Purchase), usage.unwrap_or(PropertyUsage::PrimaryResidence));
        Ok(Manual { first_name, last_name, suffix, email, phone, purpose, state, usage })
    }
}

impl LoanIn {
    /// Refuses what belongs to a loan from a file.
    ///
    /// # Errors
    /// The fields that were given.
    pub fn refuse_file_fields(&self) -> Result<()> {
        let mut fields = Fields::default();
        let given = [
            ("fileId", self.file_id.is_some()),
            ("importType", self.import_type.is_some()),
            ("fundedDate", self.funded_date.is_some()),
            ("applicationDate", self.application_date.is_some()),
            ("docSignedDate", self.doc_signed_date.is_some()),
            ("tridDate", self.trid_date.is_some()),
            ("TridData", self.trid_data.is_some()),
            ("differences", !self.differences.is_empty()),
            ("NonDelegatedCorrespondentLoan", self.non_delegated_correspondent_loan.is_some()),
        ];
        for (path, _) in given.into_iter().filter(|(_, given)| *given) {
            fields.add(path, "is for a loan from a file");
        }
        fields.check()
    }
}

/// A loan as it is answered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Loan)]
pub struct LoanOut {
    pub id: i64,
    pub loan_number: String,
    pub version: i32,
    pub stage: StageOut,
    pub stage_since: Timestamp,
    /// The stage is read-only, or another session holds the lock.
    pub read_only: bool,
    pub locked_by: Option<LockedBy>,
    pub borrower_name: String,
    #[serde(rename = "LoanPurposeType")]
    pub loan_purpose_type: Option<String>,
    #[serde(rename = "StateCode")]
    pub state_code: Option<String>,
    #[serde(rename = "PropertyUsageType")]
    pub property_usage_type: Option<String>,
    #[serde(rename = "LoanAmount")]
    #[schema(value_type = String, example = "300000.00")]
    pub loan_amount: lending::values::Money,
    #[schema(value_type = Option<String>, example = "4.250")]
    pub note_rate: Option<lending::values::Rate>,
    pub officer: OfficerOut,
    /// Everybody on it, the officer first.
    pub team: Vec<MemberOut>,
    pub branch: BranchOut,
    pub is_prospect: bool,
    pub invite_borrower: bool,
    pub import_type: Option<String>,
    pub file_version: String,
    pub source_file: Option<SourceFile>,
    pub application_date: Option<Date>,
    pub funded_date: Option<Date>,
    /// When the application ended without a loan.
    pub adverse_date: Option<Date>,
    pub doc_signed_date: Option<Date>,
    pub trid_date: Option<Date>,
    #[serde(rename = "NonDelegatedCorrespondentLoan")]
    pub non_delegated_correspondent_loan: bool,
    /// The lead that it was made of.
    pub lead_id: Option<i64>,
    /// That lead is one again: it came back from the loan.
    pub lead_is_back: bool,
    pub created_at: Timestamp,
    pub created_by: Option<String>,
    pub updated_at: Timestamp,
    /// Why whoever has just made it can't open it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access_warning: Option<WarningOut>,
}

/// Somebody on the team of a loan.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanMember)]
pub struct MemberOut {
    #[serde(rename = "LoanRole")]
    pub role: LoanRole,
    pub primary: bool,
    #[serde(rename = "WizeUserOrgUnitId")]
    pub membership: i64,
    pub name: String,
    pub branch_name: Option<String>,
}

/// A stage: the company's own name and the fixed kind behind it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanStage)]
pub struct StageOut {
    pub id: i64,
    pub name: String,
    pub kind: String,
    /// Application, team and terms are closed at it.
    pub read_only: bool,
}

/// The primary loan officer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfficerOut {
    #[serde(rename = "WizeUserOrgUnitId")]
    pub wize_user_org_unit_id: i64,
    pub name: Option<String>,
    pub email: Option<String>,
}

/// The branch that a loan belongs to: its officer's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BranchOut {
    pub id: i64,
    pub display_name: Option<String>,
}

/// Who holds the lock.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LockedBy {
    pub name: String,
    pub since: Timestamp,
    /// It is this tab's own.
    pub mine: bool,
}

/// The file a loan was made from.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceFile {
    pub id: Uuid,
    pub name: Option<String>,
}
