//! Signing out at the other provider too (OpenID Connect RP-Initiated Logout 1.0).

use crate::{authenticate::token_of, doors::Doors};
use http::HeaderMap;
use platform::App;
use url::Url;

/// The provider's own sign-out, which comes back to `return_url`. Nothing with the embedded provider, and where the other
/// one offers no sign-out or can't be reached: the login here has ended all the same.
pub(crate) async fn logout_url(app: &App, doors: &Doors, headers: &HeaderMap, return_url: &str) -> Option<Url> {
    let issuer = app.config.auth_issuer.as_deref()?;
    let mut url = doors.external().ok()?.end_session_endpoint(issuer).await?;
    url.query_pairs_mut()
        .append_pair("id_token_hint", token_of(headers)?)
        .append_pair("client_id", &app.config.auth_client_id)
        .append_pair("post_logout_redirect_uri", return_url);
    Some(url)
}
