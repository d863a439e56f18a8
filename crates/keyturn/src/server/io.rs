//! Sockets and bodies that track what their connection is doing.

use super::registry::{Activity, Slot};
use hyper::body::{Body, Frame, SizeHint};
use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A socket that records when its client sends bytes. It holds the connection's slot, even as a WebSocket.
pub(super) struct WatchedStream<S> {
    stream: S,
    slot: Slot,
}

impl<S> WatchedStream<S> {
    pub(super) fn new(stream: S, slot: Slot) -> Self {
        Self { stream, slot }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WatchedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.stream).poll_read(cx, buffer));
        if buffer.filled().len() > before {
            self.slot.heard();
        }
        Poll::Ready(read)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WatchedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A request body. Once it is complete, its connection counts as working.
pub(super) struct ReceivedBody<B> {
    body: B,
    activity: Arc<Activity>,
}

impl<B> ReceivedBody<B> {
    pub(super) fn new(body: B, activity: Arc<Activity>) -> Self {
        Self { body, activity }
    }
}

impl<B: Body + Unpin> Body for ReceivedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if frame.is_none() || self.body.is_end_stream() {
            self.activity.begin(true);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A response body. Once it is sent, its connection waits for the next request. An upgraded connection never does.
pub(super) struct SentBody<B> {
    body: B,
    activity: Option<Arc<Activity>>,
}

impl<B> SentBody<B> {
    pub(super) fn new(body: B, activity: Option<Arc<Activity>>) -> Self {
        Self { body, activity }
    }
}

impl<B: Body + Unpin> Body for SentBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for SentBody<B> {
    fn drop(&mut self) {
        if let Some(activity) = &self.activity {
            activity.begin(false);
        }
    }
}
