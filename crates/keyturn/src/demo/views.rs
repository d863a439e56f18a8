//! A pipeline view that Harbor's administrator publishes to all users.

use access::Doors;
use lending::access::Permission;
use platform::{App, Result};
use serde_json::json;
use views::NewView;

pub(super) async fn make_all(app: &App, doors: &Doors) -> Result<()> {
    let actor = access::actor_of(app, doors, "grace.whitfield@harbor.example").await?;
    let mut tx = actor.begin(app, Permission::LoanView).await?;
    let filter = json!({"match": "all", "conditions": [
        {"field": "progress", "operator": "is", "values": ["Active"]},
        {"field": "amount", "operator": "atLeast", "values": ["500000"]},
    ]});
    let content = [("filter", filter.to_string()), ("orderBy", "amount".to_owned()), ("sort", "DESC".to_owned())];
    let view = NewView {
        list: "loans".to_owned(),
        name: "Large loans".to_owned(),
        sharing: "COMPANY".to_owned(),
        content: content.map(|(key, value)| (key.to_owned(), value)).into(),
    };
    views::make(&mut tx, view).await?;
    tx.commit().await
}
