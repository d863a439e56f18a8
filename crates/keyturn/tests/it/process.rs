//! The program as a process: refusals and output. `proofs` kills it at random moments.

use localpg::{Cluster, Options, SUPERUSER};
use std::{path::Path, process::Output};
use tempfile::TempDir;
use testkit::{
    program,
    smtp::{Smtp, SmtpServer},
};

fn run(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    program(Path::new(env!("CARGO_BIN_EXE_keyturn")), data)
        .args(arguments)
        .envs(environment.iter().copied())
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// With a separate database: a superuser's URL creates the roles, the owner migrates, and the server uses the program's
/// role.
#[tokio::test]
async fn the_server_refuses_roles_that_bypass_row_security() {
    let data = TempDir::with_prefix("keyturn-roles-").unwrap();
    let cluster = Cluster::start(Options::throwaway()).await.unwrap();
    let superuser = cluster.url(SUPERUSER, "postgres");
    let (owner, app) = (cluster.url("keyturn_owner", "postgres"), cluster.url("keyturn_app", "postgres"));

    let nothing = run(data.path(), &["migrate"], &[]);
    assert!(!nothing.status.success() && said(&nothing).contains("DATABASE_OWNER_URL"), "{}", said(&nothing));
    let made = run(
        data.path(),
        &["migrate", "--create-roles"],
        &[("KEYTURN_SUPERUSER_URL", &superuser), ("DATABASE_OWNER_URL", &owner)],
    );
    assert!(made.status.success(), "{}", said(&made));
    for (address, reason) in [(&superuser, "is a superuser"), (&owner, "owns tables")] {
        let refused = run(data.path(), &["serve"], &[("DATABASE_URL", address)]);
        assert!(!refused.status.success() && said(&refused).contains(reason), "{}", said(&refused));
    }
    let production = [("DATABASE_URL", app.as_str()), ("KEYTURN_PROFILE", "production")];
    let keyless = run(data.path(), &["serve"], &production);
    assert!(!keyless.status.success() && said(&keyless).contains("keyturn keys"), "{}", said(&keyless));
    let demo_for_all = run(data.path(), &["serve"], &[("DATABASE_URL", &app), ("KEYTURN_LISTEN", "0.0.0.0:0")]);
    assert!(said(&demo_for_all).contains("loopback"), "{}", said(&demo_for_all));

    // The effective settings are printed with their origin and without passwords.
    let described = run(
        data.path(),
        &["config"],
        // Digits only and with a leading zero: a password isn't a number.
        &[
            ("DATABASE_URL", "postgresql://app:sesame@localhost/keyturn"),
            ("KEYTURN_SMTP_USER", "keyturn"),
            ("KEYTURN_SMTP_PASSWORD", "0123456789"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"),
        ],
    );
    let described = said(&described);
    assert!(described.contains("smtp_password = \"***\"") && !described.contains("123456789"), "{described}");
    assert!(described.contains("# Security profile") && described.contains("app:***@localhost"), "{described}");
    assert!(described.contains("otlp_endpoint = \"http://127.0.0.1:4318\""), "{described}");
    assert!(!described.contains("sesame") && described.contains("from the environment"), "{described}");

    let older = run(data.path(), &["migrate"], &[("DATABASE_OWNER_URL", &owner)]);
    assert!(older.status.success(), "migrating again changes nothing: {}", said(&older));
    cluster.stop().await.unwrap();
}

/// Operators can test whether mail arrives.
#[tokio::test]
async fn an_operator_can_test_the_mail_settings() {
    let data = TempDir::with_prefix("keyturn-mail-").unwrap();
    let to_a_file = run(data.path(), &["test-mail", "omar@harbor.example"], &[]);
    assert!(to_a_file.status.success() && said(&to_a_file).contains("written to"), "{}", said(&to_a_file));
    let [written] = &keyturn::dev_mail::inbox(&data.path().join("mail"))[..] else { panic!("not one mail") };
    assert_eq!((written.to.as_str(), written.subject.as_str()), ("omar@harbor.example", "Mail works"));

    let smtp = SmtpServer::start(Smtp::default());
    let port = smtp.port().to_string();
    let through = [("KEYTURN_SMTP_HOST", "localhost"), ("KEYTURN_SMTP_PORT", &port), ("KEYTURN_SMTP_TLS", "none")];
    let unsigned = run(data.path(), &["test-mail", "omar@harbor.example"], &through);
    assert!(!unsigned.status.success() && said(&unsigned).contains("mail_from"), "{}", said(&unsigned));
    let from = [&through[..], &[("KEYTURN_MAIL_FROM", "no-reply@keyturn.example")]].concat();
    let sent = run(data.path(), &["test-mail", "omar@harbor.example"], &from);
    assert!(sent.status.success() && said(&sent).contains("has taken it"), "{}", said(&sent));
    assert_eq!(smtp.wait_for(1).await[0].mail.subject, "Mail works");
    let refused = run(data.path(), &["test-mail", "refused@harbor.example"], &from);
    assert!(!refused.status.success() && said(&refused).contains("No such person"), "{}", said(&refused));
    let unqueued = run(data.path(), &["test-mail", "--queued", "omar@harbor.example"], &from);
    assert!(!unqueued.status.success() && said(&unqueued).contains("DATABASE_URL"), "{}", said(&unqueued));
}
