//! Company lists: each company names and orders its own entries, and maps each entry to a fixed kind that reports use
//! (decision D27).

use crate::{leads::ContactOutcomeKind, stages::StageKind, words};

words! {
    /// Fixed kind of a lead status, independent of the company's name for it (LEAD-37, decision D27).
    pub enum LeadStatusKind {
        New, Contacted, Qualified, Nurturing, ApplicationStarted, Converted, Lost, Junk, Duplicate,
    }
}

impl LeadStatusKind {
    /// Display name.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            LeadStatusKind::ApplicationStarted => "Application Started",
            other => other.as_str(),
        }
    }
}

words! {
    /// Type of a lead source (LEAD-29, LEAD-30).
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LeadSourceType {
        BUSINESS_CONTACT, FRIEND_FAMILY, INTERNAL_CONTACT, PAST_CLIENT, WEBSITE, LEAD_PROVIDER, SOCIAL_MEDIA, ADVERTISEMENT,
        OTHER,
    }
}

impl LeadSourceType {
    /// Display name.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            LeadSourceType::BUSINESS_CONTACT => "Business Contact",
            LeadSourceType::FRIEND_FAMILY => "Friend or Family",
            LeadSourceType::INTERNAL_CONTACT => "Internal Contact",
            LeadSourceType::PAST_CLIENT => "Past Client",
            LeadSourceType::WEBSITE => "Website",
            LeadSourceType::LEAD_PROVIDER => "Lead Provider",
            LeadSourceType::SOCIAL_MEDIA => "Social Media",
            LeadSourceType::ADVERTISEMENT => "Advertisement",
            LeadSourceType::OTHER => "Other",
        }
    }
}

/// One of the company lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListName {
    /// Stages of a loan.
    LoanStages,
    /// Statuses of a lead.
    LeadStatuses,
    /// Where leads come from.
    LeadSources,
    /// Companies that sell leads.
    LeadProviders,
    /// Lenders to which the company sends loans.
    Lenders,
    /// Reasons for losing a lead.
    LostReasons,
    /// Outcomes of a call, email, text or meeting.
    ContactOutcomes,
    /// Categories of business contacts.
    ContactCategories,
    /// Reasons for withdrawing an application.
    WithdrawalReasons,
}

impl ListName {
    /// Every list.
    pub const ALL: [ListName; 9] = [
        ListName::LoanStages,
        ListName::LeadStatuses,
        ListName::LeadSources,
        ListName::LeadProviders,
        ListName::Lenders,
        ListName::LostReasons,
        ListName::ContactOutcomes,
        ListName::ContactCategories,
        ListName::WithdrawalReasons,
    ];

    /// The list with this URL segment, such as `lead-statuses`.
    #[must_use]
    pub fn of_address(address: &str) -> Option<ListName> {
        ListName::ALL.into_iter().find(|list| list.address() == address)
    }

    /// The URL segment of the list.
    #[must_use]
    pub const fn address(self) -> &'static str {
        match self {
            ListName::LoanStages => "loan-stages",
            ListName::LeadStatuses => "lead-statuses",
            ListName::LeadSources => "lead-sources",
            ListName::LeadProviders => "lead-providers",
            ListName::Lenders => "lenders",
            ListName::LostReasons => "lost-reasons",
            ListName::ContactOutcomes => "contact-outcomes",
            ListName::ContactCategories => "contact-categories",
            ListName::WithdrawalReasons => "withdrawal-reasons",
        }
    }

    /// Name of one entry in tables and the audit log.
    #[must_use]
    pub const fn entity(self) -> &'static str {
        match self {
            ListName::LoanStages => "loan-stage",
            ListName::LeadStatuses => "lead-status",
            ListName::LeadSources => "lead-source",
            ListName::LeadProviders => "lead-provider",
            ListName::Lenders => "lender",
            ListName::LostReasons => "lost-reason",
            ListName::ContactOutcomes => "contact-outcome",
            ListName::ContactCategories => "contact-category",
            ListName::WithdrawalReasons => "withdrawal-reason",
        }
    }

    /// Codes and display names of the kinds that an entry can have. Empty for lists without kinds.
    #[must_use]
    pub fn kinds(self) -> Vec<(&'static str, &'static str)> {
        match self {
            ListName::LoanStages => StageKind::ALL.iter().map(|kind| (kind.as_str(), kind.default_name())).collect(),
            ListName::LeadStatuses => LeadStatusKind::ALL.iter().map(|kind| (kind.as_str(), kind.label())).collect(),
            ListName::LeadSources => LeadSourceType::ALL.iter().map(|kind| (kind.as_str(), kind.label())).collect(),
            ListName::ContactOutcomes => {
                ContactOutcomeKind::ALL.iter().map(|kind| (kind.as_str(), kind.label())).collect()
            }
            ListName::LeadProviders
            | ListName::Lenders
            | ListName::LostReasons
            | ListName::ContactCategories
            | ListName::WithdrawalReasons => Vec::new(),
        }
    }

    /// Default response target of a lead status kind, in office minutes. An uncontacted lead counts as unworked after
    /// that.
    #[must_use]
    pub fn target_minutes(self, kind: &str) -> Option<i32> {
        match self {
            ListName::LeadStatuses => kind.parse().ok().and_then(LeadStatusKind::target_minutes),
            _ => None,
        }
    }

    /// Whether the list must always offer an entry of this kind, because leads or loans start or end in it.
    #[must_use]
    pub fn needs(self, kind: &str) -> bool {
        match self {
            ListName::LeadStatuses => matches!(kind, "New" | "Converted" | "Lost"),
            ListName::LoanStages => kind.parse().is_ok_and(StageKind::is_needed),
            ListName::LeadSources
            | ListName::LeadProviders
            | ListName::Lenders
            | ListName::LostReasons
            | ListName::ContactOutcomes
            | ListName::ContactCategories
            | ListName::WithdrawalReasons => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_found_by_its_url_segment() {
        for list in ListName::ALL {
            assert_eq!(ListName::of_address(list.address()), Some(list));
        }
        assert_eq!(ListName::of_address("loans"), None);
    }

    #[test]
    fn a_lead_can_always_begin_and_end() {
        let needed: Vec<_> = LeadStatusKind::ALL
            .iter()
            .map(|kind| kind.as_str())
            .filter(|kind| ListName::LeadStatuses.needs(kind))
            .collect();
        assert_eq!(needed, ["New", "Converted", "Lost"]);
        assert!(LeadSourceType::ALL.iter().all(|kind| !ListName::LeadSources.needs(kind.as_str())));
    }
}
