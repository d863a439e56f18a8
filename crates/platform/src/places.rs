//! Where records lie, as far as reach asks.

use crate::error::Result;
use futures::future::BoxFuture;
use sqlx::PgConnection;

/// Where a record lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The record.
    pub id: i64,
    /// Its branches; most records have one.
    pub org_units: Vec<i64>,
    /// The memberships that it names.
    pub memberships: Vec<i64>,
}

/// Finds where records of a company lie: the feature offers it that has them. What is gone has no place.
pub type Places = for<'a> fn(&'a mut PgConnection, i64, &'a [i64]) -> BoxFuture<'a, Result<Vec<Place>>>;
