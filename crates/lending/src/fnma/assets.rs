//! Assets: 06A, 06B, 06C, 06D.

use super::{
    reading::{Reading, address_fields},
    words::{ASSETS, OTHER_ASSETS},
    writing::{Writing, code},
};
use crate::{
    application::{Address, Asset, AssetType},
    values::last_four_of,
};
use fnma32::{
    Field, Record,
    records::{asset, automobile, cash_deposit, life_insurance},
};
use uuid::Uuid;

pub(super) fn read(reading: &mut Reading) {
    for record in reading.filled(&cash_deposit::LAYOUT) {
        let asset = Asset {
            kind: Some(AssetType::EarnestMoneyCashDepositTowardPurchase),
            holder: reading.string(record, &cash_deposit::HELD_BY),
            value: reading.money(record, &cash_deposit::VALUE),
            ..owned(reading, record)
        };
        reading.application.assets.push(asset);
    }
    for record in reading.filled(&life_insurance::LAYOUT) {
        let owned = owned(reading, record);
        let asset = Asset {
            kind: Some(AssetType::LifeInsurance),
            account_number_last_four: seal_account_number(reading, owned.id, record, &life_insurance::ACCOUNT_NUMBER),
            value: reading.money(record, &life_insurance::CASH_VALUE),
            ..owned
        };
        reading.application.assets.push(asset);
    }
    for record in reading.filled(&asset::LAYOUT) {
        let asset = read_asset(reading, record);
        reading.application.assets.push(asset);
    }
    for record in reading.filled(&automobile::LAYOUT) {
        let parts = [reading.text(record, &automobile::YEAR), reading.text(record, &automobile::MAKE)];
        let what: Vec<&str> = parts.into_iter().flatten().collect();
        let asset = Asset {
            kind: Some(AssetType::Automobile),
            other: (!what.is_empty()).then(|| what.join(" ")),
            value: reading.money(record, &automobile::VALUE),
            ..owned(reading, record)
        };
        reading.application.assets.push(asset);
    }
}

fn owned(reading: &mut Reading, record: &Record) -> Asset {
    Asset { id: reading.new_id(), owners: reading.owner(record), ..Asset::default() }
}

fn read_asset<'a>(reading: &mut Reading<'a>, record: &'a Record) -> Asset {
    let code = reading.text(record, &asset::KIND);
    let described = OTHER_ASSETS.iter().find(|(known, _)| Some(*known) == code).map(|(_, words)| *words);
    let description = reading.string(record, &asset::DESCRIPTION);
    let kind = reading.word(record, &asset::KIND, ASSETS);
    let mut asset = Asset {
        kind,
        other: description,
        holder: reading.string(record, &asset::HOLDER),
        holder_address: Some(reading.address(record, &address_fields!(asset)))
            .filter(|address| *address != Address::default()),
        value: reading.money(record, &asset::VALUE),
        ..owned(reading, record)
    };
    asset.account_number_last_four = seal_account_number(reading, asset.id, record, &asset::ACCOUNT_NUMBER);
    if let Some(described) = described {
        // Types without a code are written as "other", with the application's enum value as the description.
        let word = asset.other.as_deref().and_then(|description| description.parse().ok());
        asset.kind = Some(word.unwrap_or(AssetType::Other));
        asset.other = match word {
            Some(_) => None,
            None => asset.other.or(Some(described.to_owned())),
        };
    } else if is_gift(asset.kind)
        && let Some(source) = asset.other.as_deref().and_then(|description| description.parse().ok())
    {
        asset.source = Some(source);
        asset.other = None;
    }
    asset
}

fn is_gift(kind: Option<AssetType>) -> bool {
    matches!(kind, Some(AssetType::GiftOfCash | AssetType::GiftOfPropertyEquity))
}

/// Stores an account number as a secret. Only its last four characters can be shown.
pub(super) fn seal_account_number<'a>(
    reading: &mut Reading<'a>,
    id: Uuid,
    record: &'a Record,
    field: &'static Field,
) -> Option<String> {
    let number = reading.text(record, field)?;
    reading.secrets.account_numbers.insert(id, number.to_owned());
    last_four_of(number)
}

pub(super) fn write(writing: &mut Writing) {
    for asset in &writing.application.assets {
        let Asset {
            id,
            owners,
            kind,
            other,
            holder,
            holder_address,
            account_number_last_four: _,
            value,
            source,
            source_other: _,
            deposited: _,
        } = asset;
        let account_number = writing.secrets.account_numbers.get(id);
        match kind {
            Some(AssetType::Automobile) => {
                let row = writing.row_of_first(&automobile::LAYOUT, owners);
                let (year, make) = match other.as_deref().and_then(|other| other.split_once(' ')) {
                    Some((year, make)) if year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) => {
                        (Some(year), Some(make))
                    }
                    _ => (None, other.as_deref()),
                };
                row.put(&automobile::MAKE, make);
                row.put(&automobile::YEAR, year);
                row.put(&automobile::VALUE, *value);
            }
            Some(AssetType::LifeInsurance) => {
                let row = writing.row_of_first(&life_insurance::LAYOUT, owners);
                row.put_whole(&life_insurance::ACCOUNT_NUMBER, account_number);
                row.put(&life_insurance::CASH_VALUE, *value);
            }
            kind => {
                let (code, description) = kind_and_description(*kind, other.as_deref());
                let source = source.filter(|_| is_gift(*kind)).map(|source| source.as_str());
                let row = writing.row_of_first(&asset::LAYOUT, owners);
                row.put(&asset::KIND, code);
                row.put(&asset::HOLDER, holder.as_ref());
                if let Some(address) = holder_address {
                    row.address(&address_fields!(asset), address);
                }
                row.put_whole(&asset::ACCOUNT_NUMBER, account_number);
                row.put(&asset::VALUE, *value);
                row.put(&asset::DESCRIPTION, source.or(description));
            }
        }
    }
}

/// The code and description of an asset type. A type without a code becomes "other", with its enum value as the
/// description.
fn kind_and_description(kind: Option<AssetType>, other: Option<&str>) -> (Option<&'static str>, Option<&str>) {
    let Some(kind) = kind else { return (None, other) };
    let (liquid, non_liquid) = (OTHER_ASSETS[0].0, OTHER_ASSETS[1].0);
    if let Some(code) = code(ASSETS, Some(&kind)) {
        return (Some(code), other);
    }
    let described = OTHER_ASSETS.iter().find(|(_, words)| other == Some(*words));
    match (kind, other) {
        (AssetType::Other, Some(other)) => match described {
            Some((code, _)) => (Some(code), None),
            None => (Some(liquid), Some(other)),
        },
        (AssetType::Other, None) => (Some(liquid), None),
        (
            AssetType::Boat
            | AssetType::BorrowerPrimaryHome
            | AssetType::RealEstateOwned
            | AssetType::RecreationalVehicle
            | AssetType::SaleOtherAssets,
            _,
        ) => (Some(non_liquid), Some(kind.as_str())),
        (kind, _) => (Some(liquid), Some(kind.as_str())),
    }
}
