//! What a loan file says of its borrowers otherwise than is known (DUP-14): shown field by field before a loan is made of it,
//! applied with the loan, and what is left for later settled on the loan.

pub mod settle;
mod sides;

pub(crate) use settle::{LeftOut, left};

use crate::{fields::DifferenceIn, store::differences as store};
use axum::extract::State;
use jiff::{Timestamp, tz::TimeZone};
use lending::{
    access::Permission,
    application::Borrower,
    differences::{self, Choice, Field, default_choice, differences},
    import::Imported,
    patch::{Made, Refused},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::{Json, Query},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sides::{Side, sides};
use std::collections::{HashMap, HashSet};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Most choices of one loan.
const CHOICES_MAX: usize = 500;

/// Which file, and with whom it is compared.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// A file that was read.
    file_id: Uuid,
    /// A loan whose borrowers are compared first; others are found by themselves.
    loan_id: Option<i64>,
}

/// The file's borrowers beside who they are in the directory.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportDifferences)]
pub struct Out {
    /// Those of whom a record is known and within reach, in the order of the file.
    borrowers: Vec<ComparedOut>,
}

/// A borrower of the file who is known.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ComparedBorrower)]
pub struct ComparedOut {
    /// The item in the file.
    borrower: Uuid,
    name: String,
    /// The record with which they are compared.
    borrower_id: i64,
    known_name: String,
    differences: Vec<DifferenceOut>,
}

/// A field of which the file says something else than is known. Sealed values are none of them.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportDifference)]
pub struct DifferenceOut {
    #[schema(example = "incomes/Base")]
    path: String,
    file: Value,
    keyturn: Value,
    /// What is chosen as long as nobody chooses: what is newer than the file is kept.
    default: Choice,
}

/// Compares a file that was read with what is known of its borrowers. Nothing is written.
#[utoipa::path(get, path = "/api/loans/import-differences", tag = "loans", operation_id = "getImportDifferences", params(In), responses((status = 200, body = Out), (status = 404), (status = 422)))]
pub async fn compare(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    let imported = imports::look(&app, &mut tx, query.file_id).await?;
    let zone = TimeZone::get(&tx.actor().access.time_zone).unwrap_or(TimeZone::UTC);
    let file_on = imported.tells_as_of();
    let mut borrowers = Vec::new();
    for (file, side) in sides(&app, &mut tx, &imported, query.loan_id).await? {
        let differences = differences(file, &side.known).into_iter().map(|found| {
            let known_on = side.changed_at(found.field).to_zoned(zone.clone()).date();
            DifferenceOut {
                path: found.field.to_string(),
                file: found.file,
                keyturn: found.known,
                default: default_choice(file_on, known_on),
            }
        });
        borrowers.push(ComparedOut {
            borrower: file.id,
            name: name_of(file),
            borrower_id: side.held.id,
            known_name: side.held.name(),
            differences: differences.collect(),
        });
    }
    Ok(Json(Out { borrowers }))
}

/// Choices as a payload brings them, each with its field.
pub(crate) fn read(chosen: &[DifferenceIn]) -> Result<Vec<(Field, &DifferenceIn)>> {
    if chosen.len() > CHOICES_MAX {
        return Err(Error::field("differences", format!("At most {CHOICES_MAX} choices at once")));
    }
    let (mut fields, mut seen, mut read) = (Fields::default(), HashSet::new(), Vec::new());
    for (at, one) in chosen.iter().enumerate() {
        let path = format!("differences/{at}/path");
        let Some(field) = fields.take(&path, one.path.parse::<Field>()) else { continue };
        if !seen.insert((one.borrower, field)) {
            fields.add(path, "This field is chosen twice");
        }
        read.push((field, one));
    }
    fields.check()?;
    Ok(read)
}

/// What was decided of the differences between a file and what was known: with the loan it is written.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// The record with which each of the file's borrowers was compared, by their items' ids.
    pub(crate) records: HashMap<Uuid, i64>,
    /// As the log tells it.
    pub(crate) told: Value,
    /// Values of the file that gave way to what is known.
    kept: Vec<Made>,
    /// What the directory takes from the file, by record.
    taken: Vec<(i64, Vec<(Field, Value)>)>,
    later: Vec<Later>,
}

/// A difference that nobody has decided.
#[derive(Clone, Debug)]
pub(crate) struct Later {
    pub borrower: Uuid,
    pub field: Field,
    pub file: Value,
    pub keyturn: Value,
}

/// Decides the differences of a file as they were chosen, and lays over it what is kept. What was typed over the file's value
/// in the meantime stays.
///
/// # Errors
/// A record lies out of reach or tells of somebody else, or what is known has changed since it was seen.
pub(crate) async fn decide(
    app: &App,
    tx: &mut Tx,
    read: &Imported,
    imported: &mut Imported,
    chosen: &[(Field, &DifferenceIn)],
) -> Result<Decided> {
    let mut decided = Decided::default();
    if chosen.is_empty() {
        return Ok(decided);
    }
    decided.told = chosen.iter().map(|(_, one)| told(one)).collect();
    let mut conflicts = Vec::new();
    for (at, (_, one)) in chosen.iter().enumerate() {
        let records = &mut decided.records;
        let is_taken = records.iter().any(|(item, id)| (*item == one.borrower) != (*id == one.borrower_id));
        if is_taken {
            return Err(Error::field(
                format!("differences/{at}/borrowerId"),
                "Each borrower is compared with one record",
            ));
        }
        records.insert(one.borrower, one.borrower_id);
    }
    for file in &read.application.borrowers {
        let Some(record) = decided.records.get(&file.id).copied() else { continue };
        let side = Side::of(app, tx, read, file, record).await?;
        let found = differences(file, &side.known);
        let is = imported.application.borrowers.iter().find(|one| one.id == file.id).cloned().unwrap_or_default();
        let (mut kept, mut taken) = (Vec::new(), Vec::new());
        for (field, one) in chosen.iter().filter(|(_, one)| one.borrower == file.id) {
            let Some(difference) = found.iter().find(|known| known.field == *field && known.known == one.keyturn)
            else {
                conflicts.push((file, *field, field.value(&side.known)));
                continue;
            };
            let value = field.value(&is);
            let is_of_file = value.as_ref().is_some_and(|value| field.is_same(value, &difference.file));
            match one.choice {
                Choice::Keyturn if is_of_file => kept.push((*field, difference.known.clone())),
                Choice::File if field.is_of_directory() => taken.extend(value.map(|value| (*field, value))),
                Choice::Later if is_of_file => decided.later.push(Later {
                    borrower: file.id,
                    field: *field,
                    file: difference.file.clone(),
                    keyturn: difference.known.clone(),
                }),
                _ => {}
            }
        }
        let put = differences::put(&imported.application, &imported.secrets, &is, &kept);
        let (application, secrets, made) = put.map_err(refused)?;
        (imported.application, imported.secrets) = (application, secrets);
        decided.kept.extend(made);
        decided.taken.push((record, taken));
    }
    if let Some((file, field, _)) = conflicts.first() {
        let known = conflicts
            .iter()
            .map(|(file, field, value)| json!({ "borrower": file.id, "path": field.to_string(), "value": value }));
        return Err(Error::Conflict {
            code: "LWLOAN11409",
            message: format!(
                "{} of {} has changed in the meantime. Look at the differences again.",
                field.label(),
                name_of(file)
            ),
            details: Some(json!({ "conflicts": known.collect::<Vec<_>>() })),
        });
    }
    let strangers = |(at, (_, one)): (usize, &(Field, &DifferenceIn))| {
        let is_known = read.application.borrowers.iter().any(|borrower| borrower.id == one.borrower);
        (!is_known).then(|| format!("differences/{at}/borrower"))
    };
    match chosen.iter().enumerate().find_map(strangers) {
        Some(path) => Err(Error::field(&path, "The file has none of this id")),
        None => Ok(decided),
    }
}

/// A choice without the values, which stand where they are written.
fn told(DifferenceIn { borrower, borrower_id, path, choice, keyturn: _ }: &DifferenceIn) -> Value {
    json!({ "borrower": borrower, "borrowerId": borrower_id, "path": path, "choice": choice })
}

/// Writes what was decided, once the loan stands.
pub(crate) async fn keep(tx: &mut Tx, loan: i64, decided: &Decided) -> Result<()> {
    let Decided { records: _, told: _, kept, taken, later } = decided;
    if !kept.is_empty() {
        store::changed(tx, loan, kept).await?;
    }
    if !later.is_empty() {
        store::leave(tx, loan, later).await?;
    }
    for (record, values) in taken {
        borrowers::compared::take(tx, *record, values).await?;
    }
    Ok(())
}

fn refused(refused: Refused) -> Error {
    match refused {
        Refused::Invalid(fields) => {
            let message = fields.values().next().cloned().unwrap_or_default();
            Error::Invalid { message, fields }
        }
        Refused::Conflicts(_) => changed_meanwhile(),
    }
}

fn changed_meanwhile() -> Error {
    Error::Conflict { code: "LWLOAN10409", message: "Someone else has changed this.".to_owned(), details: None }
}

fn name_of(borrower: &Borrower) -> String {
    format!("{} {}", borrower.first_name.as_deref().unwrap_or_default(), differences::last_name(borrower))
        .trim()
        .to_owned()
}

impl Side {
    /// When the value that is known was written.
    fn changed_at(&self, field: Field) -> Timestamp {
        if self.held.holds(field) {
            return self.held.updated_at.into();
        }
        let of_field = |path: &str| field.places().iter().any(|place| path.starts_with(place));
        let changed = self.changes.iter().filter(|(path, _)| of_field(path)).map(|(_, at)| *at).max();
        changed.or(self.loan_made_at).unwrap_or(self.held.updated_at).into()
    }
}
