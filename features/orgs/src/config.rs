//! Installation settings for the web (decision D14).

use crate::store;
use axum::extract::State;
use http::HeaderMap;
use lending::access::Role;
use platform::{
    App, Origin, Result,
    config::{AuthStrategy, Profile},
    extract::Json,
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Installation settings for the web.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Config)]
pub struct Out {
    /// `production` or `demo`.
    profile: &'static str,
    /// Which application the host serves. Borrower portals are also identified by their URLs.
    portal: Portal,
    auth: Auth,
    session_timeout_seconds: u32,
    loan: LoanSettings,
    bulk_import: BulkImport,
    uploads: Uploads,
    features: Features,
    widgets: Widgets,
    rtc: Rtc,
    links: Links,
    /// Accounts for signing in. Empty outside the demo profile.
    demo_sign_ins: Vec<DemoSignIn>,
    /// The password of all demo accounts.
    demo_password: Option<&'static str>,
}

/// The application that a host serves.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Portal {
    /// Loan origination for staff. Also used for hosts that belong to no company.
    Staff,
    /// Point of sale for borrowers.
    Borrower,
    /// Portal for real-estate agents.
    Agent,
}

impl Portal {
    fn of_context(context: Option<&str>) -> Self {
        match context {
            Some("POS") => Portal::Borrower,
            Some("REALTOR") => Portal::Agent,
            _ => Portal::Staff,
        }
    }
}

/// Sign-in settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Auth {
    strategy: &'static str,
    /// The OpenID provider's issuer. A relative URL for the embedded provider.
    issuer: String,
    client_id: String,
    scopes: String,
    /// Additional parameters of the authorization request. Empty for the embedded provider.
    #[schema(value_type = std::collections::HashMap<String, String>)]
    parameters: BTreeMap<&'static str, String>,
    password_min_length: u16,
    password_max_length: u16,
    /// Every user needs a second factor.
    second_factor: bool,
    /// Hosts to which the `idp` route may redirect a browser (CALLBACK-14).
    idp_hosts: Vec<String>,
}

/// Parameters for an external provider's authorization endpoint that make its ID tokens contain the claims we need.
fn parameters(login_hours: u16) -> BTreeMap<&'static str, String> {
    BTreeMap::from([
        // As with the embedded provider, every sign-in must authenticate. Otherwise an ended login could return with
        // the same authentication time.
        ("prompt", "login".to_owned()),
        // Maximum age of the authentication in seconds. It also adds `auth_time` to the claims.
        ("max_age", (u32::from(login_hours) * 3600).to_string()),
        ("claims", CLAIMS.to_owned()),
    ])
}

/// Claims that identify an account at its first sign-in and distinguish sign-ins (OpenID Connect Core 1.0, section
/// 5.5).
const CLAIMS: &str =
    r#"{"id_token":{"auth_time":{"essential":true},"email":{"essential":true},"email_verified":{"essential":true}}}"#;

/// Settings for open loans.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoanSettings {
    lock_poll_ms: u32,
}

/// Settings for bulk imports.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkImport {
    poll_initial_delay_ms: u32,
    poll_interval_ms: u32,
}

/// Settings for uploads.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Uploads {
    max_bytes: u64,
}

/// Enabled features.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Features {
    test_banner: bool,
    chat: bool,
    support_widget: bool,
    guided_tour: bool,
    announcements: bool,
}

/// URLs of widget scripts that replace the built-in panels.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Widgets {
    chat: Option<String>,
    support_widget: Option<String>,
    guided_tour: Option<String>,
    announcements: Option<String>,
}

/// Settings of the real-time server.
#[derive(Serialize, ToSchema)]
pub struct Rtc {
    url: Option<String>,
}

/// Links to external pages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Links {
    privacy_policy: Option<String>,
    terms_of_use: Option<String>,
    subscription_agreement: Option<String>,
    support_portal: Option<String>,
    office_hours: Option<String>,
}

/// A demo account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoSignIn {
    name: String,
    email: String,
    /// Name of the role.
    role: String,
    branch: String,
    company: String,
    company_slug: Option<String>,
}

/// Password of all demo accounts.
pub const DEMO_PASSWORD: &str = "Keyturn-Demo-2026!";

/// URL for live events. Defaults to this host.
fn real_time(setting: &str, origin: &Origin) -> Option<String> {
    match setting {
        "" => None,
        "self" => Some(origin.base().replacen("http", "ws", 1)),
        elsewhere => Some(elsewhere.trim_end_matches('/').to_owned()),
    }
}

/// Returns the settings for the web.
#[utoipa::path(get, path = "/api/config", tag = "orgs", operation_id = "getConfig", responses((status = 200, body = Out)))]
pub async fn config(State(app): State<App>, origin: Origin, headers: HeaderMap) -> Result<Json<Out>> {
    let mut connection = app.pool.acquire().await?;
    Ok(Json(config_of(&app, &mut connection, &origin, &headers).await?))
}

/// Reads the settings for the request's host on the caller's connection.
pub async fn config_of(
    app: &App,
    connection: &mut sqlx::PgConnection,
    origin: &Origin,
    headers: &HeaderMap,
) -> Result<Out> {
    let config = &app.config;
    let is_demo = config.profile == Profile::Demo;
    let host = headers.get(http::header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(name, _)| name).to_lowercase();
    let [chat, support_widget, guided_tour, announcements] =
        config.widget_scripts().map(|script| script.map(str::to_owned));
    let context = store::context_of_host(connection, &host).await?;
    let demo_sign_ins = match is_demo {
        true => store::demo_sign_ins(connection, &host).await?,
        false => Vec::new(),
    };
    Ok(Out {
        profile: if is_demo { "demo" } else { "production" },
        portal: Portal::of_context(context.as_deref()),
        auth: Auth {
            strategy: match config.auth_strategy {
                AuthStrategy::Oidc => "oidc",
                AuthStrategy::CustomLogin => "custom-login",
                AuthStrategy::ProgrammaticLogin => "programmatic-login",
            },
            issuer: config.auth_issuer.clone().unwrap_or_else(|| "/oidc".to_owned()),
            client_id: config.auth_client_id.clone(),
            scopes: config.auth_scopes.clone(),
            parameters: match config.auth_issuer {
                Some(_) => parameters(config.login_hours),
                None => BTreeMap::new(),
            },
            password_min_length: config.password_min_length,
            password_max_length: config.password_max_length,
            second_factor: config.needs_second_factor(),
            idp_hosts: config.idp_hosts.clone(),
        },
        session_timeout_seconds: u32::from(config.session_timeout_minutes) * 60,
        loan: LoanSettings { lock_poll_ms: config.loan_lock_poll_ms },
        bulk_import: BulkImport {
            poll_initial_delay_ms: config.bulk_import_poll_initial_delay_ms,
            poll_interval_ms: config.bulk_import_poll_interval_ms,
        },
        uploads: Uploads { max_bytes: config.upload_max_bytes },
        features: Features {
            test_banner: config.feature_test_banner,
            chat: config.feature_chat,
            support_widget: config.feature_support_widget,
            guided_tour: config.feature_guided_tour,
            announcements: config.feature_announcements,
        },
        widgets: Widgets { chat, support_widget, guided_tour, announcements },
        rtc: Rtc { url: real_time(&config.rtc_url, origin) },
        links: Links {
            privacy_policy: config.link_privacy_policy.clone(),
            terms_of_use: config.link_terms_of_use.clone(),
            subscription_agreement: config.link_subscription_agreement.clone(),
            support_portal: config.link_support_portal.clone(),
            office_hours: config.link_office_hours.clone(),
        },
        demo_sign_ins: demo_sign_ins
            .into_iter()
            .map(|row| DemoSignIn {
                name: row.name,
                email: row.email,
                role: Role::from_code(&row.role).map_or(row.role, |role| role.name().to_owned()),
                branch: row.branch,
                company: row.company,
                company_slug: row.company_slug,
            })
            .collect(),
        demo_password: is_demo.then_some(DEMO_PASSWORD),
    })
}
