//! Shared state of writing: the message being built, and the labels by which its elements refer to each other.

use super::{About, parties};
use crate::application::{Application, Counseling, Secrets};
use mismo34::{Attribute, Builder, Document, Place, path};
use std::collections::BTreeMap;
use uuid::Uuid;

/// An application that is being written into a file.
pub(super) struct Writing<'s> {
    pub builder: Builder,
    pub deal: Place,
    pub secrets: &'s Secrets,
    /// Element and label of each item of the application.
    labels: BTreeMap<Uuid, (Place, String)>,
    /// Number of labels of each kind.
    counts: BTreeMap<&'static str, usize>,
}

impl<'s> Writing<'s> {
    pub(super) fn new(secrets: &'s Secrets, about: About<'_>) -> Self {
        let mut builder = Builder::new();
        let version = path!("MESSAGE", "ABOUT_VERSIONS/ABOUT_VERSION");
        let version = builder.within(builder.root(), &version);
        let created_at = about.created_at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        builder.value(version, &path!("ABOUT_VERSION", "CreatedDatetime"), &created_at);
        builder.value(version, &path!("ABOUT_VERSION", "DataVersionName"), about.made_by);
        let deal = builder.deal();
        Self { builder, deal, secrets, labels: BTreeMap::new(), counts: BTreeMap::new() }
    }

    /// Labels an element, so that relationships can refer to its item: `ASSET_1`, `ASSET_2`.
    pub(super) fn label(&mut self, place: Place, kind: &'static str, id: Uuid) -> String {
        let count = self.counts.entry(kind).or_insert(0);
        *count += 1;
        let label = format!("{kind}_{count}");
        self.builder.attribute(place, Attribute::SequenceNumber, &count.to_string());
        self.builder.attribute(place, Attribute::Label, &label);
        self.labels.insert(id, (place, label.clone()));
        label
    }

    /// The `ROLE` element of a borrower, if it was written.
    pub(super) fn borrower_role(&self, id: Uuid) -> Option<Place> {
        self.labels.get(&id).filter(|(_, label)| label.starts_with("BORROWER_")).map(|(place, _)| *place)
    }

    /// Relates an item to others by their ids. Items that aren't in the file are skipped.
    fn tie(&mut self, from: Uuid, role: &str, to: impl IntoIterator<Item = Uuid>) {
        for to in to {
            if let (Some((_, from)), Some((_, to))) = (self.labels.get(&from), self.labels.get(&to)) {
                self.builder.relate(from, role, to);
            }
        }
    }

    /// Writes all relationships: who owns what, and which items belong together.
    pub(super) fn relate(&mut self, application: &Application) {
        for asset in &application.assets {
            self.tie(asset.id, "ASSET_IsAssociatedWith_ROLE", asset.owners.iter().copied());
        }
        for property in &application.owned_properties {
            self.tie(property.id, "ASSET_IsAssociatedWith_ROLE", property.owners.iter().copied());
        }
        for liability in &application.liabilities {
            if let Some(property) = liability.owned_property {
                self.tie(property, "ASSET_IsAssociatedWith_LIABILITY", [liability.id]);
            }
        }
        for borrower in &application.borrowers {
            self.tie(borrower.id, "ROLE_SharesJointCreditReportWith_ROLE", borrower.joint_with);
            for counseling in &borrower.counseling {
                self.write_agency(counseling);
            }
            for income in &borrower.incomes {
                self.tie(income.id, "CURRENT_INCOME_ITEM_IsAssociatedWith_EMPLOYER", income.employment);
            }
        }
        for expense in &application.expenses {
            self.tie(expense.id, "EXPENSE_IsAssociatedWith_ROLE", expense.owners.iter().copied());
        }
        for liability in &application.liabilities {
            self.tie(liability.id, "LIABILITY_IsAssociatedWith_ROLE", liability.owners.iter().copied());
        }
    }

    /// Writes the agency of a counseling, identified by its number or name.
    fn write_agency(&mut self, counseling: &Counseling) {
        let (Some(agency), Some((_, event))) = (&counseling.agency, self.labels.get(&counseling.id).cloned()) else {
            return;
        };
        let (party, role) = parties::add(self, "HousingCounselingAgency");
        if agency.bytes().all(|b| b.is_ascii_digit()) {
            let number = path!("ROLE", "PARTY_ROLE_IDENTIFIERS/PARTY_ROLE_IDENTIFIER/PartyRoleIdentifier");
            self.builder.value(role, &number, agency);
        } else {
            self.builder.value(party, &path!("PARTY", "LEGAL_ENTITY/LEGAL_ENTITY_DETAIL/FullName"), agency);
        }
        let label = event.replace("COUNSELING_EVENT", "HOUSING_COUNSELING_AGENCY");
        self.builder.attribute(role, Attribute::Label, &label);
        self.builder.relate(&event, "COUNSELING_EVENT_IsAssociatedWith_ROLE", &label);
    }

    pub(super) fn finish(self) -> Document<'static> {
        self.builder.finish()
    }
}
