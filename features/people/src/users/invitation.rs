//! Invites users: creates an account with a first membership that waits for its owner.

use super::{
    Managed,
    edit::{name_of, nmls_id_of, phone_of},
    managed,
    memberships::in_open_unit,
    roles_given,
};
use crate::store::users::{self as store, Invited};
use lending::values::Email;
use platform::{Error, Fields, Result, Tx, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The user to invite, with roles. Empty texts mean none.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Invitation)]
pub struct Invitation {
    email: String,
    first_name: String,
    last_name: String,
    phone: Option<String>,
    nmls_id: Option<String>,
    /// Role codes, primary role first.
    roles: Vec<String>,
}

/// Creates the account of an invited user in a unit. The caller's transaction sends the email. `waits`: the user must
/// set a password first. Returns the user's id.
///
/// # Errors
///
/// Invalid fields, or an address that has an account.
pub async fn make(tx: &mut Tx, unit: i64, invitation: &Invitation, waits: bool) -> Result<i64> {
    let Invitation { email, first_name, last_name, phone, nmls_id, roles } = invitation;
    let mut fields = Fields::default();
    let first_name = name_of(&mut fields, "firstName", first_name);
    let last_name = name_of(&mut fields, "lastName", last_name);
    let email = match email.trim() {
        "" => {
            fields.add("email", "Email is required");
            None
        }
        text => fields.take("email", text.parse::<Email>()),
    };
    let phone = phone.as_deref().and_then(|phone| phone_of(&mut fields, phone));
    let nmls_id = nmls_id.as_deref().and_then(|id| nmls_id_of(&mut fields, id));
    let roles = match roles_given(tx, roles, true, &[]) {
        Err(Error::Invalid { message, .. }) => {
            fields.add("roles", message);
            Vec::new()
        }
        given => given?,
    };
    fields.check()?;
    let Some(email) = email else { return Err(Error::field("email", "Email is required")) };
    in_open_unit(tx, unit).await?;
    let key = email.key();
    let invited = Invited {
        first_name: &first_name,
        last_name: &last_name,
        email: email.as_str(),
        email_key: &key,
        phone: phone.as_deref(),
        nmls_id: nmls_id.as_deref(),
        state: if waits { "INVITED" } else { "ACTIVE" },
    };
    let Some(id) = store::insert_invited(tx, &invited).await? else { return Err(taken(tx, &key).await?) };
    let Some(membership) = store::add_membership(tx, id, unit).await? else { return Err(Error::NotFound) };
    store::set_roles(tx, membership, &roles).await?;
    let audit = Audit {
        action: "user.invite",
        entity: "user",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({
            "firstName": first_name, "lastName": last_name, "email": email, "phone": phone, "nmlsId": nmls_id,
            "orgUnit": unit, "roles": roles,
        })),
    };
    tx.audit(audit).await?;
    tx.event("user.invited", id).await?;
    let company = tx.company();
    billing::settle(tx, company).await?;
    Ok(id)
}

/// Error for an address that has an account. It names the user only if they are in the actor's scope. Otherwise it
/// doesn't reveal the account, so that administrators can't find out who works for another company.
async fn taken(tx: &mut Tx, key: &str) -> Result<Error> {
    let owner = store::owner_of_address(tx, key).await?;
    let own = match owner {
        Some((id, true)) => super::within_reach(tx, id).await.ok(),
        _ => None,
    };
    Ok(match own {
        Some(found) => {
            let Managed { user, .. } = found;
            Error::Conflict {
                code: "LWUSER10412",
                message: format!(
                    "{} {} has this address, and is a user of your company already.",
                    user.first_name, user.last_name
                ),
                details: Some(json!({ "id": user.id })),
            }
        }
        None => Error::field("email", "An invitation can't be sent to this address. Enter another one."),
    })
}

/// Finds a user whose invitation is open or revoked.
///
/// # Errors
///
/// The user is out of scope, of another company, or not waiting.
pub async fn waiting(tx: &mut Tx, id: i64) -> Result<Managed> {
    let found = managed(tx, id).await?;
    if !found.is_of(tx.company()) {
        return Err(Error::Forbidden);
    }
    match found.state() {
        "INVITED" => Ok(found),
        _ => Err(Error::Conflict {
            code: "LWUSER10409",
            message: "This person is not waiting for an invitation.".to_owned(),
            details: None,
        }),
    }
}

/// Revokes an invitation by deactivating the unused account.
pub async fn revoke(tx: &mut Tx, id: i64) -> Result<()> {
    store::switch_off(tx, id).await
}
