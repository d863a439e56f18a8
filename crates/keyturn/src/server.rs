//! Accepts connections within limits, so that clients that send half a request can't block others.
//!
//! A client must send the request headers in time. One address has at most `connections_per_address_max` connections,
//! and the process at most `connections_max`. At a limit, a new connection replaces the one whose client has been
//! silent for longest. It is refused only if all connections are processing requests.

mod io;
mod registry;

use axum::{Router, body::Body, extract::ConnectInfo};
use http::StatusCode;
use hyper::{
    Request,
    body::{Body as _, Incoming},
    service::service_fn,
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
};
use io::{ReceivedBody, SentBody, WatchedStream};
use ipnet::IpNet;
use platform::config::Config;
use registry::{Registry, Slot};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{future::Future, io::ErrorKind, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

/// File descriptors reserved for the database, files and jobs.
const DESCRIPTORS_RESERVED: u64 = 256;
/// Minimum number of connections, even with a low descriptor limit.
const CONNECTIONS_MIN: u64 = 64;
/// Pause after the system failed to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Connection limits.
#[derive(Clone, Debug)]
pub struct Limits {
    header_timeout: Duration,
    connections_max: usize,
    per_address_max: usize,
    trusted_proxies: Vec<IpNet>,
}

impl Limits {
    /// Derives the limits from the settings and the limit of open files.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let connections_max = config.connections_max.map_or_else(connections_by_descriptors, u64::from);
        Self {
            header_timeout: Duration::from_secs(config.header_timeout_seconds.into()),
            connections_max: usize::try_from(connections_max).unwrap_or(usize::MAX),
            per_address_max: usize::try_from(config.connections_per_address_max).unwrap_or(usize::MAX),
            trusted_proxies: config.trusted_proxies.clone(),
        }
    }
}

/// Raises the limit of open files to the maximum, and reserves [`DESCRIPTORS_RESERVED`] of them.
fn connections_by_descriptors() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    let descriptors = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => maximum,
        Err(_) => current,
    };
    descriptors.map_or(u64::MAX, |count| count.saturating_sub(DESCRIPTORS_RESERVED).max(CONNECTIONS_MIN))
}

/// Serves until `stopped`, then finishes the running requests.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stopped: impl Future<Output = ()>) {
    let header_timeout = limits.header_timeout;
    let registry = Arc::new(Registry::new(limits));
    let graceful = GracefulShutdown::new();
    let mut stopped = pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        match accepted {
            Ok((stream, peer)) => match registry.admit(peer.ip()) {
                Some(slot) => serve_connection(stream, peer, slot, router.clone(), header_timeout, &graceful),
                None => refuse(&stream),
            },
            // The client left before it was accepted.
            Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
            // Out of descriptors or memory. Retrying immediately would only use up processor time.
            Err(error) => {
                tracing::warn!(%error, "a connection can't be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    graceful.shutdown().await;
}

fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    slot: Slot,
    router: Router,
    header_timeout: Duration,
    graceful: &GracefulShutdown,
) {
    let _ = stream.set_nodelay(true);
    let activity = slot.activity();
    let evicted = activity.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let (router, activity) = (router.clone(), activity.clone());
        async move {
            activity.begin(request.body().is_end_stream());
            let mut request = request.map(|body| Body::new(ReceivedBody::new(body, activity.clone())));
            request.extensions_mut().insert(ConnectInfo(peer));
            let response = router.oneshot(request).await?;
            // The handler has finished reading the request.
            activity.begin(true);
            let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
            Ok::<_, std::convert::Infallible>(
                response.map(|body| SentBody::new(body, (!is_upgrade).then_some(activity))),
            )
        }
    });
    // HTTP/1 only, because no timeout applies while the version is detected from the first bytes.
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().timer(TokioTimer::new()).header_read_timeout(header_timeout);
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(WatchedStream::new(stream, slot)), service);
    let connection = graceful.watch(connection.into_owned());
    tokio::spawn(async move {
        tokio::select! {
            ended = connection => if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended");
            },
            () = evicted.evicted() => {}
        }
    });
}

/// Answers a client that is over the limit.
fn refuse(stream: &TcpStream) {
    const BODY: &str = r#"{"code":"LWAPI10503","message":"Too many connections. Please try again in a moment."}"#;
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\nretry-after: 1\r\nconnection: close\r\n\r\n{BODY}",
        BODY.len()
    );
    let _ = stream.try_write(answer.as_bytes());
}
