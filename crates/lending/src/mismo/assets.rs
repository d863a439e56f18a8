//! Sections 2a, 2b, 3 and 4d: assets, gifts and real estate. MISMO represents each as an `ASSET`.

use super::{
    fields::fields,
    property::{read_address, write_address},
    reading::{Element, Item, Reading},
    words::{describe, recognize},
    writing::Writing,
};
use crate::{
    application::{Application, Asset, OwnedProperty},
    values::last_four_of,
};
use mismo34::{Path, Place, name, path};
use uuid::Uuid;

fields! {
    const ASSET: Asset = "ASSET" {
        "ASSET_DETAIL" {
            "AssetCashOrMarketValueAmount": value,
            "AssetType": kind,
            "AssetTypeOtherDescription": other,
            "FundsSourceType": source,
            "FundsSourceTypeOtherDescription": source_other,
        }
        "ASSET_DETAIL/EXTENSION/OTHER/ULAD:ASSET_DETAIL_EXTENSION" {
            "ULAD:IncludedInAssetAccountIndicator": deposited,
        }
        "ASSET_HOLDER/NAME" { "FullName": holder }
    }

    const OWNED_PROPERTY: OwnedProperty = "OWNED_PROPERTY" {
        "OWNED_PROPERTY_DETAIL" {
            "OwnedPropertyDispositionStatusType": disposition,
            "OwnedPropertyLienInstallmentAmount": lien_payment,
            "OwnedPropertyLienUPBAmount": lien_balance,
            "OwnedPropertyMaintenanceExpenseAmount": maintenance_expense,
            "OwnedPropertyRentalIncomeGrossAmount": rental_income_gross,
            "OwnedPropertyRentalIncomeNetAmount": rental_income_net,
            "OwnedPropertySubjectIndicator": is_subject,
        }
        "PROPERTY/PROPERTY_DETAIL" {
            "FinancedUnitCount": unit_count,
            "PropertyCurrentUsageType": current_usage,
            "PropertyEstimatedValueAmount": value,
            "PropertyUsageType": intended_usage,
        }
    }
}

const LIST: Path = Path::of("DEAL", "ASSETS/ASSET");
const ACCOUNT: Path = Path::of("ASSET", "ASSET_DETAIL/AssetAccountIdentifier");

/// Reads assets and real estate. Relationships define their owners later.
pub(super) fn read(reading: &mut Reading<'_>) {
    for element in reading.deal.every(&LIST) {
        match element.child(name!("OWNED_PROPERTY")) {
            Some(owned) => read_owned_property(reading, element, owned),
            None => read_asset(reading, element),
        }
    }
}

fn read_asset<'d>(reading: &mut Reading<'d>, element: Element<'d>) {
    let mut asset = Asset { id: reading.new_id(), ..Asset::default() };
    reading.fields(element, ASSET, &mut asset);
    recognize(&mut asset.kind, &mut asset.other);
    if let Some(address) = element.at(&path!("ASSET", "ASSET_HOLDER/ADDRESS")) {
        asset.holder_address = Some(read_address(reading, address));
    }
    asset.account_number_last_four = read_account_number(reading, element, &ACCOUNT, asset.id);
    reading.items.push((element.number(), Item::Asset(reading.application.assets.len())));
    reading.application.assets.push(asset);
}

fn read_owned_property<'d>(reading: &mut Reading<'d>, element: Element<'d>, owned: Element<'d>) {
    let mut property = OwnedProperty { id: reading.new_id(), ..OwnedProperty::default() };
    // Some files repeat that real estate is `RealEstateOwned`. That is redundant, so it's no issue.
    reading.mark_at(element, &path!("ASSET", "ASSET_DETAIL/AssetType"));
    reading.fields(owned, OWNED_PROPERTY, &mut property);
    if let Some(address) = owned.at(&path!("OWNED_PROPERTY", "PROPERTY/ADDRESS")) {
        property.address = read_address(reading, address);
    }
    if property.unit_count.is_none() {
        let units = path!("OWNED_PROPERTY", "OWNED_PROPERTY_DETAIL/OwnedPropertyOwnedUnitCount");
        property.unit_count = reading.value(owned, &units);
    }
    reading.items.push((element.number(), Item::OwnedProperty(reading.application.owned_properties.len())));
    reading.application.owned_properties.push(property);
}

/// Stores the account number of an asset or debt as a secret, and returns the part that can be shown.
pub(super) fn read_account_number<'d>(
    reading: &mut Reading<'d>,
    element: Element<'d>,
    path: &Path,
    id: Uuid,
) -> Option<String> {
    let number: String = reading.value(element, path)?;
    let shown = last_four_of(&number);
    reading.secrets.account_numbers.insert(id, number);
    shown
}

/// Writes the account number of an asset or a debt.
pub(super) fn write_account_number(writing: &mut Writing<'_>, place: Place, path: &Path, id: Uuid) {
    let number = writing.secrets.account_numbers.get(&id);
    writing.value(place, path, number);
}

/// Writes assets and real estate.
pub(super) fn write(writing: &mut Writing<'_>, application: &Application) {
    for asset in &application.assets {
        let place = writing.builder.add(writing.deal, &LIST);
        writing.label(place, "ASSET", asset.id);
        let (kind, other) = describe(asset.kind, asset.other.as_ref());
        let other = other.map(Into::into);
        writing.fields(place, ASSET, &Asset { kind, other, ..asset.clone() });
        if let Some(address) = &asset.holder_address {
            write_address(writing, place, &path!("ASSET", "ASSET_HOLDER/ADDRESS"), address);
        }
        write_account_number(writing, place, &ACCOUNT, asset.id);
    }
    for property in &application.owned_properties {
        let place = writing.builder.add(writing.deal, &LIST);
        writing.label(place, "ASSET", property.id);
        let owned = writing.builder.add(place, &path!("ASSET", "OWNED_PROPERTY"));
        writing.fields(owned, OWNED_PROPERTY, property);
        write_address(writing, owned, &path!("OWNED_PROPERTY", "PROPERTY/ADDRESS"), &property.address);
    }
}
