//! Signs out at the external provider as well (OpenID Connect RP-Initiated Logout 1.0).

use crate::{authenticate::token_of, doors::Doors};
use http::HeaderMap;
use platform::App;
use url::Url;

/// URL of the provider's sign-out, which returns to `return_url`. `None` for the embedded provider, or if the external
/// one is unreachable or has no sign-out. The login here ends in any case.
pub(crate) async fn logout_url(app: &App, doors: &Doors, headers: &HeaderMap, return_url: &str) -> Option<Url> {
    let issuer = app.config.auth_issuer.as_deref()?;
    let mut url = doors.external().ok()?.end_session_endpoint(issuer).await?;
    url.query_pairs_mut()
        .append_pair("id_token_hint", token_of(headers)?)
        .append_pair("client_id", &app.config.auth_client_id)
        .append_pair("post_logout_redirect_uri", return_url);
    Some(url)
}
