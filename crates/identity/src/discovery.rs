//! Discovery document of the embedded provider (OpenID Connect Discovery 1.0, section 3).

use serde::Serialize;
use utoipa::ToSchema;

/// The discovery document.
#[derive(Debug, Serialize, ToSchema)]
pub struct Discovery {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: String,
    end_session_endpoint: String,
    jwks_uri: String,
    scopes_supported: Vec<String>,
    response_types_supported: [&'static str; 1],
    response_modes_supported: [&'static str; 1],
    grant_types_supported: [&'static str; 2],
    subject_types_supported: [&'static str; 1],
    id_token_signing_alg_values_supported: [&'static str; 1],
    token_endpoint_auth_methods_supported: [&'static str; 1],
    code_challenge_methods_supported: [&'static str; 1],
    claims_supported: [&'static str; 14],
    authorization_response_iss_parameter_supported: bool,
}

impl Discovery {
    /// The document of an issuer with these scopes.
    #[must_use]
    pub fn new(issuer: &str, scopes: &str) -> Self {
        let at = |path: &str| format!("{issuer}/{path}");
        Self {
            issuer: issuer.to_owned(),
            authorization_endpoint: at("authorize"),
            token_endpoint: at("token"),
            userinfo_endpoint: at("userinfo"),
            end_session_endpoint: at("logout"),
            jwks_uri: at("jwks.json"),
            scopes_supported: scopes.split(' ').map(str::to_owned).collect(),
            response_types_supported: ["code"],
            response_modes_supported: ["query"],
            grant_types_supported: ["authorization_code", "refresh_token"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["RS256"],
            token_endpoint_auth_methods_supported: ["none"],
            code_challenge_methods_supported: ["S256"],
            claims_supported: [
                "iss",
                "sub",
                "aud",
                "exp",
                "iat",
                "auth_time",
                "nonce",
                "sid",
                "at_hash",
                "name",
                "email",
                "company_name",
                "user_metadata",
                "app_metadata",
            ],
            authorization_response_iss_parameter_supported: true,
        }
    }
}
