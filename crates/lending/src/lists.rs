//! Lists that a company keeps in its own words and order, each entry mapped to a fixed kind that reports know (decision
//! D27).

use crate::{leads::ContactOutcomeKind, stages::StageKind, words};

words! {
    /// What has become of a lead, whatever a company calls it (LEAD-37, decision D27).
    pub enum LeadStatusKind {
        New, Contacted, Qualified, Nurturing, ApplicationStarted, Converted, Lost, Junk, Duplicate,
    }
}

impl LeadStatusKind {
    /// The name that people read.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            LeadStatusKind::ApplicationStarted => "Application Started",
            other => other.as_str(),
        }
    }
}

words! {
    /// Where a lead comes from (LEAD-29, LEAD-30).
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LeadSourceType {
        BUSINESS_CONTACT, FRIEND_FAMILY, INTERNAL_CONTACT, PAST_CLIENT, WEBSITE, LEAD_PROVIDER, SOCIAL_MEDIA, ADVERTISEMENT,
        OTHER,
    }
}

impl LeadSourceType {
    /// The name that people read.
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

/// Which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListName {
    /// Where loans stand.
    LoanStages,
    /// What becomes of leads.
    LeadStatuses,
    /// Where leads come from.
    LeadSources,
    /// Who sells leads.
    LeadProviders,
    /// Whom the company sends loans to.
    Lenders,
    /// Why leads are lost.
    LostReasons,
    /// What comes of a call, an e-mail, a text or a meeting.
    ContactOutcomes,
    /// What business contacts are to the company.
    ContactCategories,
    /// Why applications are withdrawn.
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

    /// The list of an address, such as `lead-statuses`.
    #[must_use]
    pub fn of_address(address: &str) -> Option<ListName> {
        ListName::ALL.into_iter().find(|list| list.address() == address)
    }

    /// How it stands in an address.
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

    /// What one of its entries is: so tables and the audit log call it.
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

    /// What its entries may be, by code and the name that people read. A list without kinds has none.
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

    /// Minutes of office hours after which a lead of this kind counts as unworked where its status says nothing else.
    #[must_use]
    pub fn target_minutes(self, kind: &str) -> Option<i32> {
        match self {
            ListName::LeadStatuses => kind.parse().ok().and_then(LeadStatusKind::target_minutes),
            _ => None,
        }
    }

    /// Whether an entry of this kind has to be offered always: a lead begins as something, and ends as a loan or lost; a
    /// loan too.
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
    fn every_list_is_found_by_its_address() {
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
