//! The embedded provider with a third-party client: the crate `openidconnect`.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, CsrfToken, HttpRequest, HttpResponse, IssuerUrl, LogoutRequest,
    Nonce, OAuth2TokenResponse, PkceCodeChallenge, PostLogoutRedirectUrl, ProviderMetadataWithLogout, RedirectUrl,
    RequestTokenError, Scope, TokenResponse,
    core::{CoreAuthenticationFlow, CoreClient, CoreErrorResponseType, CoreIdToken, CoreUserInfoClaims},
};
use std::str::FromStr;
use testkit::{Keyturn, PASSWORD, SignInPage, code_of, parameter};

/// HTTP client for the crate, which requires that redirects aren't followed.
async fn send(http: reqwest::Client, request: HttpRequest) -> reqwest::Result<HttpResponse> {
    let response = http.execute(request.try_into()?).await?;
    let mut answer = HttpResponse::default();
    *answer.status_mut() = response.status();
    *answer.headers_mut() = response.headers().clone();
    *answer.body_mut() = response.bytes().await?.to_vec();
    Ok(answer)
}

/// From the discovery document to the end of the session, as a demo user.
async fn sign_in_and_out(keyturn: &Keyturn, email: &str, name: &str) {
    let plain = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let http = |request| send(plain.clone(), request);
    let issuer = IssuerUrl::new(format!("{}/oidc", keyturn.base)).unwrap();
    let metadata = ProviderMetadataWithLogout::discover_async(issuer, &http).await.unwrap();
    let end_session = metadata.additional_metadata().end_session_endpoint.clone().unwrap();
    let client_id = ClientId::new("keyturn-web".to_owned());
    let client = CoreClient::from_provider_metadata(metadata, client_id.clone(), None)
        .set_redirect_uri(RedirectUrl::new(format!("{}/callback", keyturn.base)).unwrap());

    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let mut request = client
        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
        .set_pkce_challenge(challenge);
    for scope in ["name", "email", "offline_access"] {
        request = request.add_scope(Scope::new(scope.to_owned()));
    }
    let (authorize, state, nonce) = request.url();
    let page = SignInPage::follow(&keyturn.visitor(), &keyturn.base, authorize.as_str()).await;
    let mut step = page.password(email, PASSWORD).await.expect(200);
    if step.json["step"] == "ENROLL" {
        let secret = step.at("/secret").as_str().unwrap().to_owned();
        step = page.code(&step, &code_of(&secret, 0)).await.expect(200);
    }
    assert_eq!(parameter(step.at("/redirectTo").as_str().unwrap(), "state").as_ref(), Some(state.secret()));

    let code = AuthorizationCode::new(page.authorization_code(&step));
    let tokens = client.exchange_code(code).unwrap().set_pkce_verifier(verifier).request_async(&http).await.unwrap();
    let id_token = tokens.id_token().unwrap();
    let claims = id_token.claims(&client.id_token_verifier(), &nonce).unwrap();
    let said = (claims.email().map(|email| email.as_str()), claims.name().and_then(|name| name.get(None)));
    assert_eq!((said.0, said.1.map(|name| name.as_str())), (Some(email), Some(name)));
    let keys = client.id_token_verifier();
    let hash = AccessTokenHash::from_token(
        tokens.access_token(),
        id_token.signing_alg().unwrap(),
        id_token.signing_key(&keys).unwrap(),
    );
    assert_eq!(claims.access_token_hash(), Some(&hash.unwrap()));
    // The client refuses a token of another sign-in and a modified one.
    assert!(id_token.claims(&client.id_token_verifier(), &Nonce::new("another".to_owned())).is_err());
    let parts: Vec<_> = id_token.to_string().split('.').map(str::to_owned).collect();
    let renamed = BASE64_URL_SAFE_NO_PAD.decode(&parts[1]).unwrap();
    let renamed = String::from_utf8(renamed).unwrap().replace(name, "Somebody Else");
    let forged = format!("{}.{}.{}", parts[0], BASE64_URL_SAFE_NO_PAD.encode(renamed), parts[2]);
    let forged = CoreIdToken::from_str(&forged).unwrap();
    assert!(forged.claims(&client.id_token_verifier(), &nonce).is_err());

    let subject = claims.subject().clone();
    let info = client.user_info(tokens.access_token().clone(), Some(subject.clone())).unwrap();
    let info: CoreUserInfoClaims = info.request_async(&http).await.unwrap();
    assert_eq!(info.email().map(|email| email.as_str()), Some(email));

    let refresh_token = tokens.refresh_token().unwrap();
    let renewed = client.exchange_refresh_token(refresh_token).unwrap().request_async(&http).await.unwrap();
    assert_ne!(renewed.refresh_token().unwrap().secret(), refresh_token.secret());
    let id_token = renewed.id_token().unwrap();
    let renewed_claims = id_token.claims(&client.id_token_verifier(), |_: Option<&Nonce>| Ok(())).unwrap();
    assert_eq!(renewed_claims.subject(), &subject);

    let ended = format!("{}/session-ended", keyturn.base);
    let end = LogoutRequest::from(end_session)
        .set_id_token_hint(id_token)
        .set_client_id(client_id)
        .set_post_logout_redirect_uri(PostLogoutRedirectUrl::new(ended.clone()).unwrap())
        .set_state(CsrfToken::new("of-the-client".to_owned()));
    let answer = plain.get(end.http_get_url()).send().await.unwrap();
    assert_eq!(answer.headers()["location"], format!("{ended}?state=of-the-client"));
    let refused = client.exchange_refresh_token(renewed.refresh_token().unwrap()).unwrap().request_async(&http).await;
    match refused {
        Err(RequestTokenError::ServerResponse(refused)) => {
            assert_eq!(refused.error(), &CoreErrorResponseType::InvalidGrant);
        }
        other => panic!("a refresh token outlived its login: {other:?}"),
    }
}

/// Avery signs in with her password in a third-party client.
#[tokio::test]
async fn avery_signs_in_and_out_with_another_client() {
    let keyturn = Keyturn::start().await;
    sign_in_and_out(&keyturn, "avery.stone@harbor.example", "Avery Stone").await;
}

/// Priya enrolls an authenticator on the way, which the client doesn't notice.
#[tokio::test]
async fn priya_signs_in_and_out_with_another_client_and_a_second_factor() {
    let keyturn = Keyturn::start_with(|config| config.second_factor = Some(true)).await;
    sign_in_and_out(&keyturn, "priya.nguyen@harbor.example", "Priya Nguyen").await;
}
