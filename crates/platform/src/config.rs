//! What an installation can set, from a file and from the environment, each value documented where it is declared.
//!
//! `keyturn.toml` in the working folder is read first, then variables named `KEYTURN_` and the setting in capitals.
//! `DATABASE_URL` and `DATABASE_OWNER_URL` are heard without the prefix, as every PostgreSQL tool knows them, and so is
//! `OTEL_EXPORTER_OTLP_ENDPOINT`, for `otlp_endpoint`.
//! `keyturn config` prints what is in force and where it came from.

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

/// Which rules apply (decision D31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Customers' data: nothing is relaxed.
    Production,
    /// A newcomer's first look, the cast and test doors included. Answers on loopback addresses only.
    Demo,
}

/// How people sign in (decision D1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuthStrategy {
    /// OpenID Connect, with the embedded provider or another.
    Oidc,
    /// An own form; refused in production.
    CustomLogin,
    /// A token placed by a test; refused in production.
    ProgrammaticLogin,
}

/// How the connection to the mail server is secured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmtpTls {
    /// TLS after STARTTLS (RFC 3207); a server that does not offer it gets no mail.
    Starttls,
    /// TLS from the first byte (RFC 8314).
    Implicit,
    /// None: for a server on this machine, and in the demo profile.
    None,
}

/// Declares the settings: the struct, the defaults, and the list that `keyturn config` prints.
macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr,)+) => {
        /// The settings in force.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Config { $($(#[doc = $doc])+ pub $name: $type,)+ }

        impl Default for Config {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        /// Each setting with what it means.
        pub const SETTINGS: &[(&str, &str)] = &[$((stringify!($name), concat!($($doc, "\n"),+)),)+];
    };
}

settings! {
    /// Which rules apply: `production`, or `demo` for a first look and for tests.
    profile: Profile = Profile::Production,
    /// Address and port the server answers on. The demo profile takes loopback addresses only.
    listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080)),
    /// Folder for everything that is kept outside the database: files, mail, keys, and a private PostgreSQL.
    data_dir: PathBuf = PathBuf::from(".keyturn"),
    /// Address of the database for the program's role. Empty: a private PostgreSQL is started in `data_dir`.
    database_url: Option<String> = None,
    /// Address of the database for its owner. Read by `keyturn migrate` only.
    database_owner_url: Option<String> = None,
    /// Connections that the server keeps to the database for people's requests.
    database_connections: u32 = 16,
    /// Jobs that one process does at the same time, on connections of their own: as many, and five more.
    jobs_at_once: u16 = 4,
    /// Seconds without a sign of life after which the jobs of a process are given to others. 3 at least.
    job_recovery_seconds: u16 = 30,
    /// Seconds between two rounds in which the audit log is sealed. 1 at least.
    audit_seal_seconds: u16 = 5,
    /// Host of the mail server. Empty: mail is written to files in `data_dir/mail`, and leaves no further.
    smtp_host: Option<String> = None,
    /// Port of the mail server. Empty: 587 for `starttls`, 465 for `implicit`, 25 for `none`.
    smtp_port: Option<u16> = None,
    /// How the connection to the mail server is secured: `starttls`, `implicit`, or `none` on this machine or in the demo profile.
    smtp_tls: SmtpTls = SmtpTls::Starttls,
    /// File with the certificate (PEM) of an authority that the mail server's certificate may come from, besides the public ones.
    smtp_ca_file: Option<PathBuf> = None,
    /// Name under which this program signs in to the mail server. Empty: it does not.
    smtp_user: Option<String> = None,
    /// Password for that. Better set as KEYTURN_SMTP_PASSWORD than in a file.
    smtp_password: Option<String> = None,
    /// Seconds after which an answer of the mail server is no longer waited for.
    smtp_timeout_seconds: u16 = 30,
    /// Address that mail comes from; the name beside it is the company's. Must be set where `smtp_host` is.
    mail_from: String = "no-reply@keyturn.invalid".to_owned(),
    /// Slug of the company that is shown where the host is not a company's own. Empty: the look of the product.
    default_company: Option<String> = None,
    /// Name of the product where a company has given none.
    app_title: String = "Keyturn".to_owned(),
    /// How people sign in: `oidc`; in tests also `custom-login` or `programmatic-login`.
    auth_strategy: AuthStrategy = AuthStrategy::Oidc,
    /// Issuer of another OpenID provider, such as `https://login.example.com`. Empty: the embedded provider.
    auth_issuer: Option<String> = None,
    /// Scopes that are asked for at sign-in. Another provider wants its own, such as `openid email offline_access`.
    auth_scopes: String = "openid name email company_name user_metadata app_metadata offline_access".to_owned(),
    /// Client id of the web application at the OpenID provider.
    auth_client_id: String = "keyturn-web".to_owned(),
    /// Networks of the proxies in front, such as `["10.0.0.0/8"]`: only from them `X-Forwarded-For` is heard.
    trusted_proxies: Vec<IpNet> = Vec::new(),
    /// Seconds within which a client sends the head of a request, and after which an idle connection is closed. A proxy should
    /// close its idle connections earlier.
    header_timeout_seconds: u16 = 30,
    /// Most open connections. Empty: as many as the process may open files, less 256.
    connections_max: Option<u32> = None,
    /// Most open connections of one address (IPv6: of one /64). Does not apply to `trusted_proxies`.
    connections_per_address_max: u32 = 256,
    /// Hosts of identity providers to which the `idp` route may send a browser.
    idp_hosts: Vec<String> = Vec::new(),
    /// Asks for a second factor at every sign-in. Unset: yes in production, and in the demo profile only of those who
    /// have enrolled one. Production does not take `false` (16 CFR 314.4(c)(5)).
    second_factor: Option<bool> = None,
    /// Whether 'forgot password' and the reset of a second factor tell that an address has no account (decision D18).
    /// Unset: yes in the demo profile, no in production, where strangers could find out who has an account.
    reveal_unknown_accounts: Option<bool> = None,
    /// Wrong passwords within 15 minutes, over all accounts, after which a network has to wait. Known devices don't count.
    sign_in_network_failures_max: u32 = 20,
    /// Requests a minute that one API key is answered. 1 at least.
    api_key_minute_max: u32 = 600,
    /// Days after which a new key signs id tokens; it is published a day before.
    signing_key_days: u16 = 90,
    /// Days after which a password has to be changed. Empty: never, as NIST SP 800-63B 3.1.1.2 has it.
    password_max_age_days: Option<u16> = None,
    /// Minutes for which an id token is good.
    id_token_minutes: u16 = 10,
    /// Hours after which a sign-in ends, however busy.
    login_hours: u16 = 12,
    /// Fewest characters of a password.
    password_min_length: u16 = 12,
    /// Most characters of a password.
    password_max_length: u16 = 64,
    /// Minutes of idleness after which a session ends, unless the company sets its own.
    session_timeout_minutes: u16 = 30,
    /// Most bytes of an uploaded loan file.
    upload_max_bytes: u64 = 10_000_000,
    /// Minutes for which the body of one request is waited for.
    upload_minutes_max: u16 = 10,
    /// Bytes a second that a client has to send of a body, after the first 30 seconds.
    upload_bytes_per_second_min: u32 = 1024,
    /// Addresses for uploads that one person may have unused or in use at a time.
    upload_addresses_max: u32 = 100,
    /// Megabytes of free disk for `data_dir` below which `/api/ready` says that the server can't serve. 0: it is not looked at.
    disk_free_min_mb: u32 = 64,
    /// Minutes for which a signed address is good.
    signed_address_minutes: u16 = 15,
    /// Bucket of an S3-compatible store in which files are kept, encrypted like in a folder. Empty: they are kept in `data_dir/files`.
    s3_bucket: Option<String> = None,
    /// Address of that store, such as `https://s3.us-west-2.amazonaws.com`.
    s3_endpoint: Option<String> = None,
    /// Region of that store.
    s3_region: String = "us-east-1".to_owned(),
    /// Name under which this program signs its requests to that store.
    s3_access_key: Option<String> = None,
    /// Secret for that. Better set as KEYTURN_S3_SECRET_KEY than in a file.
    s3_secret_key: Option<String> = None,
    /// Days after which a loan file that was read but not used is removed.
    import_kept_days: u16 = 7,
    /// Milliseconds between two looks at the lock of an open loan.
    loan_lock_poll_ms: u32 = 30_000,
    /// Milliseconds before the first look at a bulk import.
    bulk_import_poll_initial_delay_ms: u32 = 0,
    /// Milliseconds between two looks at a bulk import.
    bulk_import_poll_interval_ms: u32 = 3_000,
    /// Shows the banner of a test system.
    feature_test_banner: bool = false,
    /// Shows the chat.
    feature_chat: bool = false,
    /// Shows the support widget.
    feature_support_widget: bool = false,
    /// Offers the guided tour.
    feature_guided_tour: bool = false,
    /// Shows announcements.
    feature_announcements: bool = false,
    /// Address of the real-time server, such as `wss://live.example.com`; `self` is this server. Empty: no connection is made.
    rtc_url: String = "self".to_owned(),
    /// Script that shows the chat, such as `https://chat.example.com/keyturn.js`. Empty: a small panel of our own.
    widget_chat_script: Option<String> = None,
    /// Script that shows the support widget. Empty: a small panel of our own.
    widget_support_script: Option<String> = None,
    /// Script of the guided tour. Empty: there is none.
    widget_tour_script: Option<String> = None,
    /// Script that shows announcements. Empty: a small panel of our own.
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
    /// Answers in place of Rocket Pro: every code is taken but `denied`. Empty: in the demo profile. Refused in production.
    rocket_stub: Option<bool> = None,
    /// Where Rocket Pro asks a person to allow this installation. Empty: the stand-in's own page.
    rocket_authorize_url: Option<String> = None,
    /// Name under which this installation is known there.
    rocket_client_id: String = "keyturn".to_owned(),
    /// Address and port at which `/metrics` answers Prometheus, such as `127.0.0.1:9464`. Nobody is asked who they are there: keep it
    /// within the network of the installation. Empty: nowhere.
    metrics_listen: Option<SocketAddr> = None,
    /// Collector to which traces of requests and jobs are sent by OTLP over HTTP, such as `http://127.0.0.1:4318`. Empty: none are made.
    otlp_endpoint: Option<String> = None,
    /// What is logged, in the words of `tracing`: `info`, `keyturn=debug,sqlx=warn`.
    log: String = "info".to_owned(),
    /// How it is logged: `true` for one JSON object a line.
    log_json: bool = false,
}

/// Why the settings can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A value is unknown or has the wrong form.
    #[error("the configuration can't be read: {0}")]
    Unreadable(#[from] Box<figment::Error>),
    /// Two values don't go together.
    #[error("{0}")]
    Refused(String),
}

/// Settings that are printed as set or not set.
const PASSWORDS: [&str; 2] = ["smtp_password", "s3_secret_key"];

/// The collector, as every program that sends traces hears it.
const OTLP_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";

/// Settings that are never printed whole, because they may hold a password.
const ADDRESSES_WITH_PASSWORDS: [&str; 2] = ["database_url", "database_owner_url"];

impl Config {
    /// Reads file and environment.
    ///
    /// # Errors
    /// An unknown setting, a value of the wrong form, or values that may not stand together.
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
        // A password is taken as it stands: one of digits alone is no number.
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

    /// The port of the mail server.
    #[must_use]
    pub fn smtp_port(&self) -> u16 {
        self.smtp_port.unwrap_or(match self.smtp_tls {
            SmtpTls::Starttls => 587,
            SmtpTls::Implicit => 465,
            SmtpTls::None => 25,
        })
    }

    /// Whether the doors of the demo profile are open.
    #[must_use]
    pub fn is_demo(&self) -> bool {
        self.profile == Profile::Demo
    }

    /// Whether the lender's system behind an integration is one that we stand in for.
    #[must_use]
    pub fn stands_in_for_rocket(&self) -> bool {
        self.rocket_stub.unwrap_or(self.is_demo())
    }

    /// The scripts of chat, support, guided tour and announcements: those alone that are switched on and have one.
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

    /// Whether everybody who signs in needs a second factor (decision D31).
    #[must_use]
    pub fn needs_second_factor(&self) -> bool {
        self.second_factor.unwrap_or(self.profile == Profile::Production)
    }

    /// Whether answers to strangers tell that an address has no account (decision D18).
    #[must_use]
    pub fn reveals_unknown_accounts(&self) -> bool {
        self.reveal_unknown_accounts.unwrap_or(self.is_demo())
    }

    /// The settings as a file: what each means, where its value came from, and the value, passwords left out.
    ///
    /// # Errors
    /// As [`Config::load`].
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

/// Whether a text is an address whose answer nobody on the way can change. Without TLS on this machine only.
fn is_secure_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.scheme() == "https" || (url.scheme() == "http" && is_here(&url)))
}

fn is_here(url: &url::Url) -> bool {
    url.host_str().is_some_and(|host| host == "localhost" || host == "127.0.0.1" || host == "[::1]")
}

/// Whether a text can name an issuer (OpenID Connect Discovery 1.0, section 2). Without TLS on this machine only.
fn is_issuer(text: &str) -> bool {
    let Ok(url) = url::Url::parse(text) else { return false };
    is_secure_address(text) && url.query().is_none() && url.fragment().is_none() && url.username().is_empty()
}

/// A database address that may be shown.
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
    fn mail_leaves_the_machine_only_under_tls_and_from_an_address_of_ones_own() {
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
    fn another_provider_is_named_by_an_address_that_nobody_can_listen_to() {
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
    fn production_does_not_do_without_a_second_factor() {
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
    fn production_tells_no_stranger_who_has_an_account() {
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
