//! Org units and memberships of records, used to decide who may see them.

use crate::error::Result;
use futures::future::BoxFuture;
use sqlx::PgConnection;

/// Org units and memberships of one record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub id: i64,
    /// Its branches. Most records have one.
    pub org_units: Vec<i64>,
    /// The memberships that the record names.
    pub memberships: Vec<i64>,
}

/// Looks up records of a company. The feature that owns the records provides it. Deleted records are omitted.
pub type Places = for<'a> fn(&'a mut PgConnection, i64, &'a [i64]) -> BoxFuture<'a, Result<Vec<Place>>>;
