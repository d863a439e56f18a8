//! Enforces a minimum speed for request bodies, and closes the connection after an answer that left the body unread.

use axum::{
    body::{Body, HttpBody},
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http::header::{CONNECTION, HeaderValue};
use hyper::body::{Frame, SizeHint};
use platform::{Error, config::Config};
use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep_until};

/// Time before the minimum rate applies.
const GRACE: Duration = Duration::from_secs(30);

/// Minimum speed of bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Maximum time for a whole body.
    total: Duration,
    bytes_per_second_min: u32,
}

impl Pace {
    pub(crate) fn of(config: &Config) -> Self {
        Self {
            total: Duration::from_secs(60 * u64::from(config.upload_minutes_max)),
            bytes_per_second_min: config.upload_bytes_per_second_min,
        }
    }

    /// Maximum waiting time for a client that has sent this many bytes.
    fn patience(self, bytes: u64) -> Duration {
        let earned = Duration::from_secs(bytes / u64::from(self.bytes_per_second_min.max(1)));
        self.total.min(GRACE.saturating_add(earned))
    }
}

/// Middleware that watches the body of a request.
pub(crate) async fn watch(State(pace): State<Pace>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let progress = Arc::new(Progress::default());
    let request = request.map(|body| Body::new(PacedBody::new(body, pace, progress.clone())));
    let mut response = next.run(request).await;
    if progress.is_too_slow.load(Relaxed) {
        response = Error::TooSlow.into_response();
    }
    if !progress.has_ended.load(Relaxed) {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

#[derive(Default)]
struct Progress {
    has_ended: AtomicBool,
    is_too_slow: AtomicBool,
}

#[derive(Debug, thiserror::Error)]
#[error("the body comes too slowly")]
struct TooSlow;

/// A body that fails when its client has kept us waiting for too long. Processing time of the server doesn't count.
struct PacedBody {
    body: Body,
    pace: Pace,
    progress: Arc<Progress>,
    bytes: u64,
    waited: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl PacedBody {
    fn new(body: Body, pace: Pace, progress: Arc<Progress>) -> Self {
        Self { body, pace, progress, bytes: 0, waited: Duration::ZERO, waiting: None }
    }

    fn note_end(&self) {
        if self.body.is_end_stream() {
            self.progress.has_ended.store(true, Relaxed);
        }
    }
}

impl HttpBody for PacedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) else {
            let patience = self.pace.patience(self.bytes).saturating_sub(self.waited);
            let (_, timer) = self.waiting.get_or_insert_with(|| {
                let now = Instant::now();
                (now, Box::pin(sleep_until(now + patience)))
            });
            if timer.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            self.progress.is_too_slow.store(true, Relaxed);
            return Poll::Ready(Some(Err(axum::Error::new(TooSlow))));
        };
        if let Some((since, _)) = self.waiting.take() {
            self.waited += since.elapsed();
        }
        match &frame {
            Some(Ok(frame)) => self.bytes += frame.data_ref().map_or(0, |data| data.len() as u64),
            Some(Err(_)) => {}
            None => self.progress.has_ended.store(true, Relaxed),
        }
        self.note_end();
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_sends_more_is_waited_for_longer_up_to_the_total() {
        let pace = Pace { total: Duration::from_secs(600), bytes_per_second_min: 1024 };
        for (bytes, seconds) in [(0, 30), (1024, 31), (10 * 1024, 40), (10_000_000, 600)] {
            assert_eq!(pace.patience(bytes), Duration::from_secs(seconds), "{bytes}");
        }
    }
}
