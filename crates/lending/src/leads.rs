//! Leads: possible owners, required data, warnings to the creator, and response deadlines.

use crate::{
    access::{Reach, Role},
    lists::{LeadSourceType, LeadStatusKind},
    office_hours::OfficeHours,
    team::LoanRole,
    values::{Invalid, Money, StateCode},
    words,
};
use jiff::{
    Timestamp,
    civil::{Date, time},
    tz::TimeZone,
};

/// Maximum number of owners of a lead: one primary, two additional (LEAD-26).
pub const OWNERS_MAX: usize = 3;

/// Roles that can be searched for lead owners (LEAD-53).
pub const OWNER_ROLES: [Role; 5] =
    [Role::Administrator, Role::Processor, Role::Originator, Role::Assistant, Role::LoanAdmin];

/// The roles that a searched role includes: `ADMINISTRATOR` also finds company, associate and branch admins (LEAD-53).
#[must_use]
pub fn searched_as(role: Role) -> &'static [Role] {
    match role {
        Role::Administrator => &[Role::Administrator, Role::CompanyAdmin, Role::AssociateAdmin, Role::BranchAdmin],
        Role::Processor => &[Role::Processor],
        Role::Originator => &[Role::Originator],
        Role::Assistant => &[Role::Assistant],
        Role::LoanAdmin => &[Role::LoanAdmin],
        _ => &[],
    }
}

/// Whether a user with these roles can own leads.
#[must_use]
pub fn can_own(roles: &[Role]) -> bool {
    OWNER_ROLES.iter().flat_map(|role| searched_as(*role)).any(|role| roles.contains(role))
}

words! {
    /// Purpose of the requested loan (LEAD-28).
    pub enum LeadPurpose { Purchase, Refinance }
}

/// The loan that a lead is interested in, as far as known (LEAD-21, LEADPAGE-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Purchase or refinance.
    pub purpose: LeadPurpose,
    /// State of the property.
    pub state: Option<StateCode>,
    /// Requested loan amount.
    pub loan_amount: Option<Money>,
    /// Purchase price, or estimated value for a refinance.
    pub property_value: Option<Money>,
}

impl Scenario {
    /// A scenario of which only the purpose is known.
    #[must_use]
    pub const fn of(purpose: LeadPurpose) -> Self {
        Self { purpose, state: None, loan_amount: None, property_value: None }
    }
}

/// Maximum loan amount and property value of a lead.
const SCENARIO_AMOUNT_MAX: Money = Money::from_cents(99_999_999_999);

/// Parses an amount of a scenario: `450000`, `$450,000.00`.
///
/// # Errors
/// The text isn't an amount, or the amount isn't between 0.01 and 999,999,999.99.
pub fn scenario_amount(text: &str) -> Result<Money, Invalid> {
    let digits: String = text.chars().filter(|sign| !matches!(sign, '$' | ',') && !sign.is_whitespace()).collect();
    match digits.parse::<Money>()? {
        amount if amount > Money::ZERO && amount <= SCENARIO_AMOUNT_MAX => Ok(amount),
        _ => Err(Invalid::new("The amount must be more than 0 and at most 999,999,999.99")),
    }
}

/// An owner in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// User id.
    pub user: i64,
    /// Whether this is the primary owner.
    pub is_primary: bool,
}

/// Validation errors of the owners, each with the index of the owner (LEAD-26, LEAD-44, LEAD-47 to -49).
#[must_use]
pub fn owner_faults(owners: &[Owner]) -> Vec<(usize, &'static str)> {
    let mut faults = Vec::new();
    if owners.len() > OWNERS_MAX {
        faults.push((OWNERS_MAX, "A lead has at most three owners"));
    }
    match owners.iter().filter(|owner| owner.is_primary).count() {
        0 => faults.push((0, "Primary Lead Owner is required")),
        1 => {}
        _ => {
            let second = owners.iter().enumerate().filter(|(_, owner)| owner.is_primary).nth(1);
            faults.push((second.map_or(0, |(at, _)| at), "A lead has one Primary Lead Owner"));
        }
    }
    for (at, owner) in owners.iter().enumerate() {
        let is_twice = owners.iter().enumerate().any(|(other, one)| other != at && one.user == owner.user);
        if owner.is_primary && is_twice {
            faults.push((at, "Primary Lead Owner can't be same as others"));
        } else if owners[..at].iter().any(|before| !before.is_primary && before.user == owner.user) {
            faults.push((at, "Additional Owner can't be same as others"));
        }
    }
    faults
}

/// The referrer of a lead. At most one field is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Referrer {
    /// Id of a business contact.
    pub business_contact: Option<i64>,
    /// Id of a borrower, as friend or family.
    pub borrower: Option<i64>,
    /// Id of a user of the company.
    pub user: Option<i64>,
}

/// Validation errors of the referrer, each with the payload key (LEAD-24, LEAD-25, LEAD-45, decision C3).
#[must_use]
pub fn referral_faults(
    source: Option<LeadSourceType>,
    referrer: Referrer,
    description: Option<&str>,
) -> Vec<(&'static str, &'static str)> {
    use LeadSourceType::{BUSINESS_CONTACT, FRIEND_FAMILY, INTERNAL_CONTACT, OTHER};
    let Referrer { business_contact, borrower, user } = referrer;
    let mut faults = Vec::new();
    let named = [
        ("BusinessContactId", business_contact.is_some(), source == Some(BUSINESS_CONTACT)),
        ("WizeBorrowerId", borrower.is_some(), source == Some(FRIEND_FAMILY)),
        ("WizeUserId", user.is_some(), source == Some(INTERNAL_CONTACT)),
    ];
    if named.iter().filter(|(_, is_named, _)| *is_named).count() > 1 {
        let second = named.iter().filter(|(_, is_named, _)| *is_named).nth(1);
        faults.push((second.map_or("BusinessContactId", |(key, ..)| *key), "A lead has one referral contact"));
        return faults;
    }
    for (key, is_named, is_fit) in named {
        if is_named && !is_fit {
            faults.push((key, "The lead source has no such referral contact"));
        }
        if !is_named && is_fit && source != Some(FRIEND_FAMILY) {
            faults.push((key, "Referral contact is required"));
        }
    }
    match description.map(str::trim).filter(|text| !text.is_empty()) {
        None if source == Some(OTHER) => faults.push(("otherSourceDesc", "Describe the lead source")),
        Some(_) if source != Some(OTHER) => faults.push(("otherSourceDesc", "Only the source Other is described")),
        Some(text) if text.chars().count() > DESCRIPTION_MAX => {
            faults.push(("otherSourceDesc", "must have at most 255 characters"));
        }
        _ => {}
    }
    faults
}

/// Maximum length of a source's description.
const DESCRIPTION_MAX: usize = 255;

words! {
    /// Warning to the creator of a lead (LEAD-36, LEAD-50, decision D16).
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum OwnerWarning { NOT_AN_OWNER, OTHER_BRANCH, NOT_LICENSED }
}

impl OwnerWarning {
    /// Text of the warning (LEAD-52).
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            OwnerWarning::NOT_AN_OWNER => "You will not have access to this lead as you are not one of its owners.",
            OwnerWarning::OTHER_BRANCH => {
                "You will not have access to this lead in the current branch as the Primary Lead Owner belongs to another branch."
            }
            OwnerWarning::NOT_LICENSED => "Primary LO is not licensed",
        }
    }

    /// Tooltip of the warning, if any (LEAD-51).
    #[must_use]
    pub const fn tooltip(self) -> Option<&'static str> {
        match self {
            OwnerWarning::NOT_LICENSED => Some("Primary LO is not licensed to work in this state"),
            OwnerWarning::NOT_AN_OWNER | OwnerWarning::OTHER_BRANCH => None,
        }
    }

    /// Whether the warning means that the creator could not open the lead.
    #[must_use]
    pub const fn is_of_access(self) -> bool {
        matches!(self, OwnerWarning::NOT_AN_OWNER | OwnerWarning::OTHER_BRANCH)
    }
}

/// The creator of a lead, compared with its owners.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// Access scope for leads.
    pub reach: Reach,
    /// Whether the creator's active membership is an owner.
    pub owns: bool,
    /// Whether the creator is an owner through any membership.
    pub is_owner: bool,
    /// Whether the primary owner works in the creator's active branch.
    pub is_of_branch: bool,
}

/// Why the creator could not open the lead, or `None` if they can.
#[must_use]
pub fn access_warning(maker: Maker) -> Option<OwnerWarning> {
    if maker.reach.covers(maker.is_of_branch, maker.owns) {
        None
    } else if maker.reach == Reach::Own && !maker.is_owner {
        Some(OwnerWarning::NOT_AN_OWNER)
    } else {
        Some(OwnerWarning::OTHER_BRANCH)
    }
}

/// Role of an additional owner on the loan when the lead is converted. `None` if the owner's roles have no slot on a
/// loan.
#[must_use]
pub fn seat_of(roles: &[Role]) -> Option<LoanRole> {
    roles.iter().find_map(|role| match role {
        Role::Originator => Some(LoanRole::ORIGINATOR),
        Role::Processor => Some(LoanRole::PROCESSOR),
        Role::Assistant => Some(LoanRole::ASSISTANT),
        _ => None,
    })
}

impl LeadStatusKind {
    /// Sort position of the kind: the order of a lead's life, with the endings last.
    #[must_use]
    pub const fn rank(self) -> i16 {
        (self as i16 + 1) * 10
    }

    /// Whether a lead with this status is still being worked: neither converted nor ended.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(
            self,
            LeadStatusKind::Converted | LeadStatusKind::Lost | LeadStatusKind::Junk | LeadStatusKind::Duplicate
        )
    }

    /// Default response target in office minutes, after which a lead with this status counts as unworked. A new lead
    /// must be called within five minutes. Days have eight hours.
    #[must_use]
    pub const fn target_minutes(self) -> Option<i32> {
        const DAY: i32 = 8 * 60;
        match self {
            LeadStatusKind::New => Some(5),
            LeadStatusKind::Contacted => Some(2 * DAY),
            LeadStatusKind::ApplicationStarted => Some(3 * DAY),
            LeadStatusKind::Qualified => Some(5 * DAY),
            _ => None,
        }
    }
}

/// When a lead becomes overdue that was last contacted at `worked_at`, or `None` if its status has no target
/// (LEADPAGE-05).
#[must_use]
pub fn late_at(hours: &OfficeHours, worked_at: Timestamp, target_minutes: Option<i32>) -> Option<Timestamp> {
    hours.after(worked_at, i64::from(target_minutes?))
}

/// A requested change of a lead's status.
#[derive(Clone, Copy, Debug)]
pub struct StatusChange {
    /// Current status.
    pub from: LeadStatusKind,
    /// Requested status.
    pub to: LeadStatusKind,
    /// Whether a reason is given.
    pub has_reason: bool,
    /// The day on which a nurtured lead becomes active again.
    pub wake_on: Option<Date>,
    /// Today in the time zone of the branch.
    pub today: Date,
}

/// Why a status change is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusFault {
    /// A converted lead can't change its status (LEAD-37).
    Converted,
    /// "Lost" requires a reason.
    NoReason,
    /// Only a lost lead has a reason.
    ReasonWithoutLoss,
    /// "Nurturing" requires a resume date.
    NoWakeDay,
    /// The resume date isn't in the future.
    WakeDayPast,
    /// Only a nurtured lead has a resume date.
    WakeDayWithoutNurture,
}

impl StatusChange {
    /// The problem with the change, if any.
    #[must_use]
    pub fn fault(self) -> Option<StatusFault> {
        let Self { from, to, has_reason, wake_on, today } = self;
        let (is_lost, is_nurtured) = (to == LeadStatusKind::Lost, to == LeadStatusKind::Nurturing);
        match wake_on {
            _ if from == LeadStatusKind::Converted => Some(StatusFault::Converted),
            _ if is_lost && !has_reason => Some(StatusFault::NoReason),
            _ if !is_lost && has_reason => Some(StatusFault::ReasonWithoutLoss),
            None if is_nurtured => Some(StatusFault::NoWakeDay),
            Some(day) if is_nurtured && day <= today => Some(StatusFault::WakeDayPast),
            Some(_) if !is_nurtured => Some(StatusFault::WakeDayWithoutNurture),
            _ => None,
        }
    }
}

/// Whether a nurtured lead is due to become active again: at 8 AM on its day in the branch's time zone.
#[must_use]
pub fn is_awake(wake_on: Date, zone: &TimeZone, now: Timestamp) -> bool {
    let wakes = wake_on.to_datetime(time(8, 0, 0, 0)).to_zoned(zone.clone());
    wakes.is_ok_and(|wakes| now >= wakes.timestamp())
}

words! {
    /// How an owner contacted a lead.
    #[allow(clippy::upper_case_acronyms)]
    pub enum ContactKind { CALL, EMAIL, TEXT, MEETING }
}

words! {
    /// Fixed kind of a contact's outcome, independent of the company's name for it.
    pub enum ContactOutcomeKind { Reached, LeftMessage, NoAnswer, WrongContact }
}

impl ContactOutcomeKind {
    /// Display name.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            ContactOutcomeKind::Reached => "Reached",
            ContactOutcomeKind::LeftMessage => "Left a message",
            ContactOutcomeKind::NoAnswer => "No answer",
            ContactOutcomeKind::WrongContact => "Wrong number or address",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::BusinessCalendar;
    use jiff::civil::date;

    fn owners(given: &[(i64, bool)]) -> Vec<Owner> {
        given.iter().map(|(user, is_primary)| Owner { user: *user, is_primary: *is_primary }).collect()
    }

    /// LEAD-26, LEAD-44, LEAD-47, LEAD-48, LEAD-49
    #[test]
    fn a_lead_has_one_primary_and_up_to_two_other_distinct_owners() {
        assert_eq!(owner_faults(&owners(&[(1, true), (2, false), (3, false)])), []);
        assert_eq!(owner_faults(&owners(&[(1, true)])), []);
        assert_eq!(owner_faults(&[]), [(0, "Primary Lead Owner is required")]);
        assert_eq!(owner_faults(&owners(&[(1, false)])), [(0, "Primary Lead Owner is required")]);
        assert_eq!(owner_faults(&owners(&[(1, true), (2, true)])), [(1, "A lead has one Primary Lead Owner")]);
        assert_eq!(
            owner_faults(&owners(&[(1, true), (2, false), (3, false), (4, false)])),
            [(3, "A lead has at most three owners")]
        );
        let same = "Primary Lead Owner can't be same as others";
        assert_eq!(owner_faults(&owners(&[(1, true), (2, false), (1, false)])), [(0, same)]);
        assert_eq!(
            owner_faults(&owners(&[(1, true), (2, false), (2, false)])),
            [(2, "Additional Owner can't be same as others")]
        );
    }

    /// LEAD-24, LEAD-25, LEAD-45
    #[test]
    fn a_lead_has_one_referrer_that_fits_its_source() {
        use LeadSourceType::{BUSINESS_CONTACT, FRIEND_FAMILY, INTERNAL_CONTACT, OTHER, WEBSITE};
        let nobody = Referrer::default();
        let contact = Referrer { business_contact: Some(1), ..nobody };
        let colleague = Referrer { user: Some(2), ..nobody };
        let friend = Referrer { borrower: Some(3), ..nobody };
        let faults = |source, referrer| referral_faults(source, referrer, None);
        for (source, referrer) in [
            (None, nobody),
            (Some(BUSINESS_CONTACT), contact),
            (Some(INTERNAL_CONTACT), colleague),
            (Some(FRIEND_FAMILY), friend),
            (Some(FRIEND_FAMILY), nobody),
            (Some(WEBSITE), nobody),
        ] {
            assert_eq!(faults(source, referrer), [], "{source:?} {referrer:?}");
        }
        assert_eq!(faults(Some(BUSINESS_CONTACT), nobody), [("BusinessContactId", "Referral contact is required")]);
        assert_eq!(faults(Some(INTERNAL_CONTACT), nobody), [("WizeUserId", "Referral contact is required")]);
        assert_eq!(
            faults(Some(WEBSITE), contact),
            [("BusinessContactId", "The lead source has no such referral contact")]
        );
        let two = Referrer { business_contact: Some(1), user: Some(2), ..nobody };
        assert_eq!(faults(Some(BUSINESS_CONTACT), two), [("WizeUserId", "A lead has one referral contact")]);
        assert_eq!(faults(Some(OTHER), nobody), [("otherSourceDesc", "Describe the lead source")]);
        assert_eq!(referral_faults(Some(OTHER), nobody, Some("Boat show")), []);
        assert_eq!(referral_faults(Some(OTHER), nobody, Some(&"x".repeat(256))).len(), 1);
        assert_eq!(
            referral_faults(Some(WEBSITE), nobody, Some("Boat show")),
            [("otherSourceDesc", "Only the source Other is described")]
        );
    }

    /// LEAD-51, LEAD-52
    #[test]
    fn each_warning_has_its_text() {
        let told: Vec<_> = OwnerWarning::ALL.iter().map(|warning| (warning.as_str(), warning.text())).collect();
        assert_eq!(
            told,
            [
                ("NOT_AN_OWNER", "You will not have access to this lead as you are not one of its owners."),
                (
                    "OTHER_BRANCH",
                    "You will not have access to this lead in the current branch as the Primary Lead Owner belongs to another branch."
                ),
                ("NOT_LICENSED", "Primary LO is not licensed"),
            ]
        );
        let tooltips: Vec<_> = OwnerWarning::ALL.iter().filter_map(|warning| warning.tooltip()).collect();
        assert_eq!(tooltips, ["Primary LO is not licensed to work in this state"]);
    }

    /// LEAD-36: a creator who could not open the lead sees the reason; other creators see no warning.
    #[test]
    fn a_creator_who_could_not_open_the_lead_is_warned() {
        let maker = |reach, owns, is_owner, is_of_branch| {
            access_warning(Maker { reach, owns, is_owner, is_of_branch }).map(OwnerWarning::as_str)
        };
        assert_eq!(maker(Reach::Own, true, true, false), None);
        assert_eq!(maker(Reach::Own, false, false, true), Some("NOT_AN_OWNER"));
        // The creator is an owner through a membership in another branch.
        assert_eq!(maker(Reach::Own, false, true, false), Some("OTHER_BRANCH"));
        assert_eq!(maker(Reach::Unit, false, false, true), None);
        assert_eq!(maker(Reach::Unit, false, false, false), Some("OTHER_BRANCH"));
        assert_eq!(maker(Reach::Unit, true, true, false), None);
        assert_eq!(maker(Reach::Company, false, false, false), None);
    }

    /// LEAD-53
    #[test]
    fn five_roles_own_leads_and_administrator_includes_four_roles() {
        let codes: Vec<_> = OWNER_ROLES.iter().map(|role| role.code()).collect();
        assert_eq!(codes, ["ADMINISTRATOR", "PROCESSOR", "ORIGINATOR", "ASSISTANT", "LOANADMIN"]);
        assert!(can_own(&[Role::BranchAdmin]) && can_own(&[Role::Closer, Role::Assistant]));
        assert!(!can_own(&[Role::ContractProcessor]) && !can_own(&[]));
    }

    /// LEADPAGE-05: a new lead is overdue after five minutes, counted in office hours only.
    #[test]
    fn a_new_lead_is_overdue_after_five_office_minutes() {
        let zone = TimeZone::get("America/Los_Angeles").unwrap();
        let hours = OfficeHours::nine_to_five(BusinessCalendar::default(), zone.clone());
        let at = |day: Date, hour, minute| day.at(hour, minute, 0, 0).to_zoned(zone.clone()).unwrap().timestamp();
        let (friday, monday) = (date(2026, 11, 13), date(2026, 11, 16));
        let new = LeadStatusKind::New.target_minutes();
        assert_eq!(late_at(&hours, at(friday, 11, 0), new), Some(at(friday, 11, 5)));
        assert_eq!(late_at(&hours, at(friday, 20, 0), new), Some(at(monday, 9, 5)));
        assert_eq!(late_at(&hours, at(friday, 11, 0), LeadStatusKind::Lost.target_minutes()), None);
        assert_eq!(late_at(&hours, at(friday, 11, 0), Some(60)), Some(at(friday, 12, 0)));
    }

    /// LEAD-37
    #[test]
    fn lost_requires_a_reason_and_nurturing_a_resume_date() {
        use LeadStatusKind::{Contacted, Converted, Lost, New, Nurturing};
        let today = date(2026, 11, 20);
        let fault = |from, to, has_reason, wake_on| StatusChange { from, to, has_reason, wake_on, today }.fault();
        let tomorrow = Some(date(2026, 11, 21));
        assert_eq!(fault(New, Contacted, false, None), None);
        assert_eq!(fault(Lost, New, false, None), None);
        assert_eq!(fault(New, Lost, false, None), Some(StatusFault::NoReason));
        assert_eq!(fault(New, Lost, true, None), None);
        assert_eq!(fault(New, Contacted, true, None), Some(StatusFault::ReasonWithoutLoss));
        assert_eq!(fault(New, Nurturing, false, None), Some(StatusFault::NoWakeDay));
        assert_eq!(fault(New, Nurturing, false, Some(today)), Some(StatusFault::WakeDayPast));
        assert_eq!(fault(New, Nurturing, false, tomorrow), None);
        assert_eq!(fault(New, Contacted, false, tomorrow), Some(StatusFault::WakeDayWithoutNurture));
        for to in LeadStatusKind::ALL {
            assert_eq!(fault(Converted, *to, true, tomorrow), Some(StatusFault::Converted));
        }
    }

    /// The branch's time zone decides, not the user's.
    #[test]
    fn a_nurtured_lead_resumes_at_eight_in_its_branch() {
        let denver = TimeZone::get("America/Denver").unwrap();
        let day = date(2026, 12, 1);
        let at = |hour, minute| day.at(hour, minute, 0, 0).to_zoned(denver.clone()).unwrap().timestamp();
        assert!(!is_awake(day, &denver, at(7, 59)));
        assert!(is_awake(day, &denver, at(8, 0)));
        let pacific = TimeZone::get("America/Los_Angeles").unwrap();
        assert!(!is_awake(day, &pacific, at(8, 30)));
    }

    #[test]
    fn ended_statuses_sort_after_open_ones() {
        let open: Vec<_> = LeadStatusKind::ALL.iter().filter(|kind| kind.is_open()).map(|kind| kind.as_str()).collect();
        assert_eq!(open, ["New", "Contacted", "Qualified", "Nurturing", "ApplicationStarted"]);
    }
}
