//! Startup, serving and shutdown.

use crate::{
    app,
    database::{self, Database},
    demo, live, log,
    metrics::{self, Sources},
    server::{self, Limits},
    setup,
    work::work,
};
use access::Doors;
use anyhow::Context;
use events::Hub;
use platform::{
    App,
    app::{Parts, Room},
    bell::Bell,
    config::{Config, Profile},
    files::Files,
    folders::create_passable,
    give_way::{self, turns::Turns},
    jobs,
    keys::Keys,
    mail,
    metrics::Metrics,
    traces::Traces,
};
use sqlx::PgPool;
use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, signal, sync::watch};

/// How often the last use of logins is written.
const LAST_SEEN_EVERY: Duration = Duration::from_secs(15);
/// Grace period for running requests at shutdown.
const DRAIN: Duration = Duration::from_secs(20);

/// Creates the server's state for a database.
///
/// # Errors
///
/// Keys or file store are unusable.
pub async fn build(config: Config, pool: PgPool) -> anyhow::Result<(App, Arc<Doors>)> {
    let folder = config.data_dir.join("keys");
    let keys = match config.profile {
        Profile::Demo => Keys::load_or_create(&folder)?,
        Profile::Production => Keys::load(&folder)?,
    };
    let files = Files::of(&config).context("the file store can't be used")?;
    let doors = Doors::open(&pool, &keys).await?;
    doors.meet_provider(&config).await;
    let (gate, bell, metrics) = (doors.clone(), Bell::default(), Metrics::default());
    let traces = match &config.otlp_endpoint {
        Some(endpoint) => Traces::sent_to(endpoint).context("traces can't be sent to otlp_endpoint")?,
        None => Traces::default(),
    };
    let (turns, room) = (Turns::default(), Room::default());
    let app = App::new(Parts { config, pool, keys, files, gate, bell, metrics, traces, turns, room });
    Ok((app, doors))
}

/// `keyturn serve`.
///
/// # Errors
///
/// The server can't start.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    log::begin(&config);
    create_passable(&config.data_dir)?;
    // Fail at startup instead of at the first mail.
    mail::Sender::of(&config).context("mail can't be sent with these settings")?;
    // Bind first, so that a second start fails before it changes anything.
    let listener = listen(config.listen).await?;
    let for_metrics = match config.metrics_listen {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    let database = database::open(&config).await?;
    let (app, doors) = match start(config, &database).await {
        Ok(started) => started,
        // Otherwise the private PostgreSQL would keep running.
        Err(error) => {
            database.close().await?;
            return Err(error);
        }
    };
    announce(&app, &listener).await?;

    let (stop, stopped) = watch::channel(false);
    let hub = Hub::new(&app, live::subjects());
    let working = give_way::beside(work_until(app.clone(), database.jobs.clone(), stopped.clone()))?;
    let mut tasks = vec![
        tokio::spawn(look_after_doors(app.clone(), doors.clone(), stopped.clone())),
        tokio::spawn(hub.clone().run_until(stopped.clone())),
    ];
    if let Some(listener) = for_metrics {
        let router = metrics::router(Sources::of(&app, database.jobs.clone(), hub.clone()));
        let server = axum::serve(listener, router).with_graceful_shutdown(until(stopped.clone()));
        tasks.push(tokio::spawn(async move {
            if let Err(error) = server.await {
                tracing::error!(%error, "/metrics is not served any more");
            }
        }));
    }
    let router = app::router(app.clone(), doors.clone(), hub);
    let server = server::serve(listener, router, Limits::of(&app.config), until(stopped));
    tokio::pin!(server);
    tokio::select! {
        () = &mut server => {}
        () = told_to_stop() => {
            tracing::info!("stopping: no new requests are taken");
            let _ = stop.send(true);
            if tokio::time::timeout(DRAIN, server).await.is_err() {
                tracing::warn!("some requests took too long and were given up");
            }
        }
    }
    let _ = stop.send(true);
    for task in tasks {
        let _ = task.await;
    }
    let _ = working.await;
    let traces = app.traces.clone();
    if let Ok(Err(error)) = tokio::task::spawn_blocking(move || traces.end()).await {
        tracing::warn!(%error, "the last traces were not sent");
    }
    app.pool.close().await;
    if let Some(cluster) = database.cluster {
        cluster.stop().await?;
    }
    Ok(())
}

/// Checks the installation and creates the server's state.
async fn start(config: Config, database: &Database) -> anyhow::Result<(App, Arc<Doors>)> {
    setup::before_serving(&config, database).await?;
    let (app, doors) = build(config, database.pool.clone()).await?;
    if app.config.is_demo() {
        demo::cast::ensure(&app, &doors).await.context("the demo world can't be made")?;
    }
    Ok((app, doors))
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("{address} can't be listened on: is Keyturn running already?"))
}

/// Background work for sign-in: writing the last use of logins, and reloading signing keys.
async fn look_after_doors(app: App, doors: Arc<Doors>, stopped: watch::Receiver<bool>) {
    every(LAST_SEEN_EVERY, stopped, move || {
        let (app, doors) = (app.clone(), doors.clone());
        async move {
            if let Err(error) = doors.write_last_seen(&app).await {
                tracing::warn!(%error, "it was not written when logins were last used");
            }
            if let Err(error) = doors.renew_signing_keys(&app).await {
                tracing::warn!(%error, "the signing keys were not read anew");
            }
        }
    })
    .await;
}

/// Background work: audit sealing, duplicate detection and jobs.
async fn work_until(app: App, for_jobs: PgPool, stopped: watch::Receiver<bool>) {
    let app = app.on(for_jobs.clone());
    let _ = tokio::join!(
        tokio::spawn(audit::seal_until(app.clone(), stopped.clone())),
        tokio::spawn(borrowers::matching::find_duplicates_until(app.clone(), stopped.clone())),
        tokio::spawn(jobs::run_until(app, work(), stopped)),
    );
    for_jobs.close().await;
}

/// Runs an action immediately, then periodically, and once more at shutdown.
async fn every<F: Future<Output = ()>>(period: Duration, mut stopped: watch::Receiver<bool>, work: impl Fn() -> F) {
    loop {
        work().await;
        if *stopped.borrow() {
            return;
        }
        let _ = tokio::time::timeout(period, stopped.changed()).await;
    }
}

async fn until(mut stopped: watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

async fn told_to_stop() {
    let interrupted = signal::ctrl_c();
    match signal::unix::signal(signal::unix::SignalKind::terminate()) {
        Ok(mut terminated) => tokio::select! {
            _ = interrupted => {}
            _ = terminated.recv() => {}
        },
        Err(_) => drop(interrupted.await),
    }
}

#[allow(clippy::print_stdout, reason = "the one thing a newcomer looks for")]
async fn announce(app: &App, listener: &TcpListener) -> anyhow::Result<()> {
    let address = listener.local_addr()?;
    let host = if address.ip().is_loopback() { "localhost".to_owned() } else { address.ip().to_string() };
    println!("Keyturn answers on http://{host}:{}", address.port());
    if app.config.is_demo() {
        println!("{}", demo::cast::sign_ins());
    }
    Ok(())
}
