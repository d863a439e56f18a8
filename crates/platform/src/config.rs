//! Settings of an installation, read from a file and the environment. Each is documented where it is declared.
//!
//! `keyturn.toml` in the working folder is read first, then variables named `KEYTURN_` plus the setting in capitals.
//! `DATABASE_URL`, `DATABASE_OWNER_URL` and `OTEL_EXPORTER_OTLP_ENDPOINT` (for `otlp_endpoint`) also work without the
//! prefix, as other tools expect. `keyturn config` prints the effective values and their sources.

use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

/// The installation's security profile (decision D31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Customer data: all rules apply.
    Production,
    /// For evaluation: includes the demo cast and test endpoints. Listens on loopback addresses only.
    Demo,
}

/// How users sign in (decision D1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuthStrategy {
    /// OpenID Connect, with the embedded provider or an external one.
    Oidc,
    /// Our own sign-in form. Refused in production.
    CustomLogin,
    /// A token injected by a test. Refused in production.
    ProgrammaticLogin,
}

/// How the connection to the mail server is secured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmtpTls {
    /// STARTTLS (RFC 3207). If the server doesn't offer it, no mail is sent.
    Starttls,
    /// TLS from the first byte (RFC 8314).
    Implicit,
    /// No encryption. Only for a server on this machine or in the demo profile.
    None,
}

/// Declares the settings: the struct, the defaults, and the list that `keyturn config` prints.
macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr,)+) => {
        /// The effective settings.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Config { $($(#[doc = $doc])+ pub $name: $type,)+ }

        impl Default for Config {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        /// Each setting with its description.
        pub const SETTINGS: &[(&str, &str)] = &[$((stringify!($name), concat!($($doc, "\n"),+)),)+];
    };
}

settings! {
    /// Security profile: `production`, or `demo` for evaluation and tests.
    profile: Profile = Profile::Production,
    /// Listen address and port. The demo profile accepts loopback addresses only.
    listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080)),
    /// Folder for all data outside the database: files, mail, keys, and a private PostgreSQL.
    data_dir: PathBuf = PathBuf::from(".keyturn"),
    /// Database URL for the program's role. Empty: Keyturn starts a private PostgreSQL in `data_dir`.
    database_url: Option<String> = None,
    /// Database URL for the owner role. Only `keyturn migrate` reads it.
    database_owner_url: Option<String> = None,
    /// Database connections for user requests.
    database_connections: u32 = 16,
    /// Jobs that one process runs concurrently. They use this many connections of their own, plus five.
    jobs_at_once: u16 = 4,
    /// Seconds without a heartbeat after which the jobs of a process go to other processes. At least 3.
    job_recovery_seconds: u16 = 30,
    /// Seconds between two rounds of sealing the audit log. At least 1.
    audit_seal_seconds: u16 = 5,
    /// Host of the mail server. Empty: mail is only written to files in `data_dir/mail`.
    smtp_host: Option<String> = None,
    /// Port of the mail server. Empty: 587 for `starttls`, 465 for `implicit`, 25 for `none`.
    smtp_port: Option<u16> = None,
    /// How the connection to the mail server is secured: `starttls`, `implicit`, or `none` on this machine or in the
    /// demo profile.
    smtp_tls: SmtpTls = SmtpTls::Starttls,
    /// File with a CA certificate (PEM) to trust for the mail server, in addition to the public ones.
    smtp_ca_file: Option<PathBuf> = None,
    /// User name for the mail server. Empty: no authentication.
    smtp_user: Option<String> = None,
    /// Password for the mail server. Prefer KEYTURN_SMTP_PASSWORD over the file.
    smtp_password: Option<String> = None,
    /// Timeout in seconds for answers of the mail server.
    smtp_timeout_seconds: u16 = 30,
    /// Sender address of mail. The display name is the company's. Required if `smtp_host` is set.
    mail_from: String = "no-reply@keyturn.invalid".to_owned(),
    /// Slug of the company whose branding applies to hosts that belong to no company. Empty: the product's own
    /// branding.
    default_company: Option<String> = None,
    /// Product name, unless a company sets its own.
    app_title: String = "Keyturn".to_owned(),
    /// How users sign in: `oidc`; in tests also `custom-login` or `programmatic-login`.
    auth_strategy: AuthStrategy = AuthStrategy::Oidc,
    /// Issuer of an external OpenID provider, such as `https://login.example.com`. Empty: the embedded provider.
    auth_issuer: Option<String> = None,
    /// Scopes to request at sign-in. External providers need their own, such as `openid email offline_access`.
    auth_scopes: String = "openid name email company_name user_metadata app_metadata offline_access".to_owned(),
    /// Client id of the web application at the OpenID provider.
    auth_client_id: String = "keyturn-web".to_owned(),
    /// Networks of reverse proxies, such as `["10.0.0.0/8"]`. `X-Forwarded-For` is trusted only from these.
    trusted_proxies: Vec<IpNet> = Vec::new(),
    /// Timeout in seconds for receiving request headers, and for idle connections. A proxy should close its idle
    /// connections earlier.
    header_timeout_seconds: u16 = 30,
    /// Maximum number of open connections. Empty: the process's limit of open files minus 256.
    connections_max: Option<u32> = None,
    /// Maximum number of open connections per client address (IPv6: per /64). Doesn't apply to `trusted_proxies`.
    connections_per_address_max: u32 = 256,
    /// Hosts of identity providers to which the `idp` route may redirect a browser.
    idp_hosts: Vec<String> = Vec::new(),
    /// Requires a second factor at every sign-in. Unset: yes in production; in the demo profile only for users who have
    /// enrolled one. Production refuses `false` (16 CFR 314.4(c)(5)).
    second_factor: Option<bool> = None,
    /// Whether 'forgot password' and the reset of a second factor say that an address has no account (decision D18).
    /// Unset: yes in the demo profile, no in production, where it would let strangers find accounts.
    reveal_unknown_accounts: Option<bool> = None,
    /// Wrong passwords within 15 minutes, over all accounts, after which a network must wait. Known devices don't
    /// count.
    sign_in_network_failures_max: u32 = 20,
    /// Requests per minute for one API key. At least 1.
    api_key_minute_max: u32 = 600,
    /// Sealed values that one user reveals within an hour before company admins get a notice.
    reveals_hour_notice: u32 = 25,
    /// Records that one user opens within an hour before company admins get a notice.
    records_hour_notice: u32 = 200,
    /// Days after which a new key signs ID tokens. It is published a day earlier.
    signing_key_days: u16 = 90,
    /// Days after which users must change their password. Empty: never, as NIST SP 800-63B 3.1.1.2 recommends.
    password_max_age_days: Option<u16> = None,
    /// Lifetime of an ID token in minutes.
    id_token_minutes: u16 = 10,
    /// Hours after which a login ends, even if active.
    login_hours: u16 = 12,
    /// Minimum length of a password.
    password_min_length: u16 = 12,
    /// Maximum length of a password.
    password_max_length: u16 = 64,
    /// Minutes of inactivity after which a session ends, unless the company sets its own.
    session_timeout_minutes: u16 = 30,
    /// Maximum size of an uploaded loan file in bytes.
    upload_max_bytes: u64 = 10_000_000,
    /// Timeout in minutes for receiving a request body.
    upload_minutes_max: u16 = 10,
    /// Minimum upload rate in bytes per second, after the first 30 seconds.
    upload_bytes_per_second_min: u32 = 1024,
    /// Maximum number of upload URLs that one user may have unused or in use.
    upload_addresses_max: u32 = 100,
    /// Megabytes of free disk space in `data_dir` below which `/api/ready` reports an error. 0: not checked.
    disk_free_min_mb: u32 = 64,
    /// Lifetime of a signed URL in minutes.
    signed_address_minutes: u16 = 15,
    /// Bucket of an S3-compatible store for files, which are encrypted as in a folder. Empty: files are kept in
    /// `data_dir/files`.
    s3_bucket: Option<String> = None,
    /// Endpoint of the S3 store, such as `https://s3.us-west-2.amazonaws.com`.
    s3_endpoint: Option<String> = None,
    /// Region of the S3 store.
    s3_region: String = "us-east-1".to_owned(),
    /// Access key of the S3 store.
    s3_access_key: Option<String> = None,
    /// Secret key of the S3 store. Prefer KEYTURN_S3_SECRET_KEY over the file.
    s3_secret_key: Option<String> = None,
    /// Days after which an imported but unused loan file is deleted.
    import_kept_days: u16 = 7,
    /// Milliseconds between two checks of an open loan's lock.
    loan_lock_poll_ms: u32 = 30_000,
    /// Milliseconds before the first check of a bulk import.
    bulk_import_poll_initial_delay_ms: u32 = 0,
    /// Milliseconds between two checks of a bulk import.
    bulk_import_poll_interval_ms: u32 = 3_000,
    /// Shows the test system banner.
    feature_test_banner: bool = false,
    /// Shows the chat.
    feature_chat: bool = false,
    /// Shows the support widget.
    feature_support_widget: bool = false,
    /// Offers the guided tour.
    feature_guided_tour: bool = false,
    /// Shows announcements.
    feature_announcements: bool = false,
    /// URL of the real-time server, such as `wss://live.example.com`. `self` means this server. Empty: no connection.
    rtc_url: String = "self".to_owned(),
    /// Script of the chat, such as `https://chat.example.com/keyturn.js`. Empty: the built-in panel.
    widget_chat_script: Option<String> = None,
    /// Script of the support widget. Empty: the built-in panel.
    widget_support_script: Option<String> = None,
    /// Script of the guided tour. Empty: no tour.
    widget_tour_script: Option<String> = None,
    /// Script of the announcements. Empty: the built-in panel.
    widget_announcements_script: Option<String> = None,
    /// Link to the privacy policy.
    link_privacy_policy: Option<String> = None,
    /// Link to the terms of use.
    link_terms_of_use: Option<String> = None,
    /// Link to the platform subscription agreement.
    link_subscription_agreement: Option<String> = None,
    /// Link to the support portal.
    link_support_portal: Option<String> = None,
    /// Link to the live office hours.
    link_office_hours: Option<String> = None,
    /// Replaces Rocket Pro with a simulator that accepts every code except `denied`. Empty: in the demo profile.
    /// Refused in production.
    rocket_stub: Option<bool> = None,
    /// Authorization URL of Rocket Pro. Empty: the simulator's own page.
    rocket_authorize_url: Option<String> = None,
    /// Client id of this installation at Rocket Pro.
    rocket_client_id: String = "keyturn".to_owned(),
    /// Listen address for Prometheus metrics at `/metrics`, such as `127.0.0.1:9464`. It requires no sign-in, so keep
    /// it inside your network. Empty: disabled.
    metrics_listen: Option<SocketAddr> = None,
    /// OTLP over HTTP endpoint for traces of requests and jobs, such as `http://127.0.0.1:4318`. Empty: no traces.
    otlp_endpoint: Option<String> = None,
    /// Log filter in the syntax of `tracing`: `info`, `keyturn=debug,sqlx=warn`.
    log: String = "info".to_owned(),
    /// Log format: `true` for one JSON object per line.
    log_json: bool = false,
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A setting is unknown or malformed.
    #[error("the configuration can't be read: {0}")]
    Unreadable(#[from] Box<figment::Error>),
    /// Two settings contradict each other.
    #[error("{0}")]
    Refused(String),
}

/// Settings that `keyturn config` prints only as set or not set.
const PASSWORDS: [&str; 2] = ["smtp_password", "s3_secret_key"];

/// The standard variable for the trace collector.
const OTLP_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";

/// Settings that may contain a password, which `keyturn config` masks.
const ADDRESSES_WITH_PASSWORDS: [&str; 2] = ["database_url", "database_owner_url"];

impl Config {
    /// Reads the file and the environment.
    ///
    /// # Errors
    ///
    /// An unknown setting, a malformed value, or a contradiction between settings.
    pub fn load() -> Result<Self, ConfigError> {
        let config: Config = Self::figment().extract().map_err(Box::new)?;
        config.check()?;
        Ok(config)
    }

    fn figment() -> Figment {
        let figment = Figment::from(Serialized::defaults(Config::default()))
            .merge(Toml::file("keyturn.toml"))
            .merge(Env::raw().only(&ADDRESSES_WITH_PASSWORDS))
            .merge(Env::raw().only(&[OTLP_ENDPOINT]).map(|_| "otlp_endpoint".into()))
            .merge(Env::prefixed("KEYTURN_").filter(|key| {
                SETTINGS.iter().any(|(name, _)| key == name) && !PASSWORDS.iter().any(|name| key == name)
            }));
        // Take passwords literally, so that one of digits isn't parsed as a number.
        PASSWORDS.iter().fold(figment, |figment, name| {
            match std::env::var(format!("KEYTURN_{}", name.to_uppercase())) {
                Ok(password) => figment.merge(Serialized::global(name, password)),
                Err(_) => figment,
            }
        })
    }

    fn check(&self) -> Result<(), ConfigError> {
        let refused = |why: &str| Err(ConfigError::Refused(why.to_owned()));
        match self.profile {
            Profile::Demo if !self.listen.ip().is_loopback() => refused(
                "the demo profile signs anybody in: it answers on a loopback address only, such as 127.0.0.1:8080",
            ),
            Profile::Production if self.auth_strategy != AuthStrategy::Oidc => {
                refused("auth_strategy must be oidc in the production profile")
            }
            Profile::Production if self.rocket_stub == Some(true) => refused(
                "rocket_stub answers in place of a lender's system: it must not be set in the production profile",
            ),
            _ if self.auth_issuer.is_some() && self.auth_strategy != AuthStrategy::Oidc => {
                refused("auth_issuer names another OpenID provider: auth_strategy must be oidc")
            }
            _ if self.auth_issuer.as_deref().is_some_and(|issuer| !is_issuer(issuer)) => {
                refused("auth_issuer must be an https address without query, to the letter as the provider writes it")
            }
            _ if !self.auth_scopes.split(' ').any(|scope| scope == "openid") => {
                refused("auth_scopes must have openid among them, with one blank between two scopes")
            }
            Profile::Production if self.second_factor == Some(false) => {
                refused("second_factor can't be switched off in the production profile")
            }
            _ if self.signing_key_days < 2 => refused("signing_key_days must be at least 2"),
            _ if self.password_min_length < 8 || self.password_min_length > self.password_max_length => {
                refused("password_min_length must lie between 8 and password_max_length")
            }
            _ if self.api_key_minute_max == 0 => refused("api_key_minute_max must be 1 at least"),
            _ if self.rocket_authorize_url.as_deref().is_some_and(|address| !is_secure_address(address)) => {
                refused("rocket_authorize_url must be an https address")
            }
            _ if self.widget_scripts().iter().flatten().any(|address| !is_secure_address(address)) => {
                refused("the address of a widget's script must be an https address")
            }
            _ if self.jobs_at_once == 0 => refused("jobs_at_once must be 1 at least"),
            _ if self.job_recovery_seconds < 3 => refused("job_recovery_seconds must be 3 at least"),
            _ if self.audit_seal_seconds == 0 => refused("audit_seal_seconds must be 1 at least"),
            _ if self.header_timeout_seconds == 0 => refused("header_timeout_seconds must be 1 at least"),
            _ if self.connections_max == Some(0) || self.connections_per_address_max == 0 => {
                refused("connections_max and connections_per_address_max must be 1 at least")
            }
            _ if self.smtp_user.is_some() != self.smtp_password.is_some() => {
                refused("smtp_user and smtp_password go together")
            }
            _ if self.s3_bucket.is_some()
                && [&self.s3_endpoint, &self.s3_access_key, &self.s3_secret_key].iter().any(|one| one.is_none()) =>
            {
                refused("s3_bucket needs s3_endpoint, s3_access_key and s3_secret_key")
            }
            _ if self.mail_from.parse::<lettre::Address>().is_err() => {
                refused("mail_from must be an address such as no-reply@loans.example.com, without a name")
            }
            _ => self.check_mail(),
        }
    }

    fn check_mail(&self) -> Result<(), ConfigError> {
        let refused = |why: &str| Err(ConfigError::Refused(why.to_owned()));
        let Some(host) = &self.smtp_host else { return Ok(()) };
        let is_here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        match self.profile {
            _ if self.mail_from == Self::default().mail_from => {
                refused("mail_from must be set where smtp_host is: the address that mail comes from")
            }
            Profile::Production if self.smtp_tls == SmtpTls::None && !is_here => refused(
                "smtp_tls must be starttls or implicit: mail carries links that sign people in, and smtp_host is not this machine",
            ),
            _ => Ok(()),
        }
    }

    #[must_use]
    pub fn smtp_port(&self) -> u16 {
        self.smtp_port.unwrap_or(match self.smtp_tls {
            SmtpTls::Starttls => 587,
            SmtpTls::Implicit => 465,
            SmtpTls::None => 25,
        })
    }

    /// Returns true if demo and test endpoints are enabled.
    #[must_use]
    pub fn is_demo(&self) -> bool {
        self.profile == Profile::Demo
    }

    /// Returns true if a simulator replaces Rocket Pro.
    #[must_use]
    pub fn stands_in_for_rocket(&self) -> bool {
        self.rocket_stub.unwrap_or(self.is_demo())
    }

    /// Scripts of chat, support, guided tour and announcements. `None` if switched off or without a script.
    #[must_use]
    pub fn widget_scripts(&self) -> [Option<&str>; 4] {
        [
            (self.feature_chat, &self.widget_chat_script),
            (self.feature_support_widget, &self.widget_support_script),
            (self.feature_guided_tour, &self.widget_tour_script),
            (self.feature_announcements, &self.widget_announcements_script),
        ]
        .map(|(is_on, script)| script.as_deref().filter(|_| is_on))
    }

    /// Returns true if every user needs a second factor (decision D31).
    #[must_use]
    pub fn needs_second_factor(&self) -> bool {
        self.second_factor.unwrap_or(self.profile == Profile::Production)
    }

    /// Returns true if public answers may reveal that an address has no account (decision D18).
    #[must_use]
    pub fn reveals_unknown_accounts(&self) -> bool {
        self.reveal_unknown_accounts.unwrap_or(self.is_demo())
    }

    /// Prints the settings as a file: description, source and value of each, with passwords masked.
    pub fn describe() -> Result<String, ConfigError> {
        use std::fmt::Write;
        let figment = Self::figment();
        let mut text = String::new();
        for (name, meaning) in SETTINGS {
            for line in meaning.trim_end().lines() {
                let _ = writeln!(text, "#{line}");
            }
            let source = figment.find_metadata(name).map_or("the default", |found| match found.name.as_ref() {
                name if name.contains("TOML") => "keyturn.toml",
                name if name.contains("environment") => "the environment",
                _ => "the default",
            });
            let value = match figment.find_value(name) {
                Ok(figment::value::Value::Empty(..)) | Err(_) => "(none)".to_owned(),
                Ok(_) if PASSWORDS.contains(name) => "\"***\"".to_owned(),
                Ok(value) if ADDRESSES_WITH_PASSWORDS.contains(name) => {
                    format!("{:?}", without_password(value.as_str().unwrap_or_default()))
                }
                Ok(figment::value::Value::String(_, value)) => format!("{value:?}"),
                Ok(figment::value::Value::Array(_, values)) => {
                    format!("{:?}", values.iter().filter_map(|value| value.as_str()).collect::<Vec<_>>())
                }
                Ok(value) => value
                    .to_u128()
                    .map(|number| number.to_string())
                    .or_else(|| value.to_bool().map(|flag| flag.to_string()))
                    .unwrap_or_default(),
            };
            let _ = writeln!(text, "{name} = {value}  # from {source}\n");
        }
        Self::load()?;
        Ok(text)
    }
}

/// Returns true for HTTPS URLs, and for HTTP URLs of this machine.
fn is_secure_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.scheme() == "https" || (url.scheme() == "http" && is_here(&url)))
}

fn is_here(url: &url::Url) -> bool {
    url.host_str().is_some_and(|host| host == "localhost" || host == "127.0.0.1" || host == "[::1]")
}

/// Returns true if a text is a valid issuer (OpenID Connect Discovery 1.0, section 2). HTTP is accepted for this
/// machine only.
fn is_issuer(text: &str) -> bool {
    let Ok(url) = url::Url::parse(text) else { return false };
    is_secure_address(text) && url.query().is_none() && url.fragment().is_none() && url.username().is_empty()
}

/// Masks the password of a database URL.
#[must_use]
pub fn without_password(address: &str) -> String {
    match url::Url::parse(address) {
        Ok(mut url) if url.password().is_some() => {
            let _ = url.set_password(Some("***"));
            url.to_string()
        }
        Ok(url) => url.to_string(),
        Err(_) => "***".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_profile_refuses_an_address_that_others_can_reach() {
        let open = Config { profile: Profile::Demo, listen: "0.0.0.0:8080".parse().unwrap(), ..Config::default() };
        assert!(open.check().unwrap_err().to_string().contains("loopback"));
        let closed = Config { profile: Profile::Demo, ..Config::default() };
        assert!(closed.check().is_ok());
    }

    /// AUTH-17
    #[test]
    fn test_sign_in_refuses_to_start_in_production() {
        for auth_strategy in [AuthStrategy::CustomLogin, AuthStrategy::ProgrammaticLogin] {
            assert!(Config { auth_strategy, ..Config::default() }.check().is_err());
        }
    }

    #[test]
    fn remote_mail_servers_require_tls_and_a_sender_address() {
        let set = |host: &str, smtp_tls, mail_from: &str| Config {
            smtp_host: Some(host.to_owned()),
            smtp_tls,
            mail_from: mail_from.to_owned(),
            ..Config::default()
        };
        let own = "no-reply@harbor.example";
        assert!(set("mail.example", SmtpTls::Starttls, own).check().is_ok());
        assert!(set("127.0.0.1", SmtpTls::None, own).check().is_ok());
        assert!(Config { profile: Profile::Demo, ..set("mail.example", SmtpTls::None, own) }.check().is_ok());
        assert!(set("mail.example", SmtpTls::None, own).check().unwrap_err().to_string().contains("smtp_tls"));
        let unset = Config::default().mail_from;
        assert!(set("mail.example", SmtpTls::Starttls, &unset).check().unwrap_err().to_string().contains("mail_from"));
        let named = Config { mail_from: "Harbor <no-reply@harbor.example>".to_owned(), ..Config::default() };
        assert!(named.check().unwrap_err().to_string().contains("without a name"));
        let half = Config { smtp_user: Some("keyturn".to_owned()), ..set("mail.example", SmtpTls::Implicit, own) };
        assert!(half.check().unwrap_err().to_string().contains("smtp_password"));
    }

    #[test]
    fn external_provider_urls_must_be_encrypted() {
        let with = |auth_issuer: &str, auth_scopes: &str| {
            let auth_issuer = Some(auth_issuer.to_owned());
            Config { auth_issuer, auth_scopes: auth_scopes.to_owned(), ..Config::default() }.check()
        };
        assert!(with("https://login.example.com/realms/harbor", "openid email").is_ok());
        assert!(with("http://localhost:9000", "openid email").is_ok());
        for issuer in ["http://login.example.com", "login.example.com", "https://login.example.com/?realm=harbor"] {
            assert!(with(issuer, "openid email").is_err(), "{issuer}");
        }
        assert!(with("https://login.example.com", "email").is_err());
    }

    #[test]
    fn production_requires_a_second_factor() {
        assert!(Config { second_factor: Some(false), ..Config::default() }.check().is_err());
        assert!(Config::default().needs_second_factor());
        let demo = Config { profile: Profile::Demo, ..Config::default() };
        assert!(!demo.needs_second_factor());
        assert!(Config { second_factor: Some(true), ..demo }.needs_second_factor());
    }

    #[test]
    fn networks_are_read_from_the_environment() {
        let figment = Figment::from(Serialized::defaults(Config::default()))
            .merge(("trusted_proxies", vec!["10.0.0.0/8", "fd00::/8"]));
        assert_eq!(figment.extract::<Config>().unwrap().trusted_proxies.len(), 2);
    }

    #[test]
    fn every_setting_is_documented() {
        for (name, meaning) in SETTINGS {
            assert!(meaning.trim().len() > 10, "{name}");
        }
    }

    #[test]
    fn production_does_not_reveal_unknown_accounts() {
        assert!(!Config::default().reveals_unknown_accounts());
        let demo = Config { profile: Profile::Demo, ..Config::default() };
        assert!(demo.reveals_unknown_accounts());
        assert!(!Config { reveal_unknown_accounts: Some(false), ..demo }.reveals_unknown_accounts());
    }

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("postgresql://app:secret@db/keyturn"), "postgresql://app:***@db/keyturn");
        assert_eq!(without_password("nonsense with secret"), "***");
    }
}
