//! Org units of branches, used to decide who may see them.

use futures::future::{BoxFuture, ready};
use platform::{Result, places::Place};
use sqlx::PgConnection;

/// A branch belongs to itself.
#[must_use]
pub fn places<'a>(_: &'a mut PgConnection, _: i64, ids: &'a [i64]) -> BoxFuture<'a, Result<Vec<Place>>> {
    let places = ids.iter().map(|id| Place { id: *id, org_units: vec![*id], memberships: Vec::new() });
    Box::pin(ready(Ok(places.collect())))
}
