//! The WebSocket of a tab.

use crate::{
    hello::{BYTES_MAX, From, Hello},
    hub::{BATCH, Following, Hub, Refusal, Waiting},
    store,
    told::{Control, Cursor, Message},
};
use access::{Doors, TabCredentials, identify_tab};
use axum::{
    Extension,
    extract::ws::{self, CloseFrame, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    response::Response,
};
use http::{HeaderMap, header};
use lending::access::Permission;
use platform::{Actor, Error, Origin, Result, actor::Standing};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::{MissedTickBehavior, timeout};

/// The first message must arrive within this time.
const HELLO_WITHIN: Duration = Duration::from_secs(5);
/// Interval of checking whether the user can still receive events. Together with the duration of the check, a user who
/// loses access receives nothing after five seconds.
const ASK_EVERY: Duration = Duration::from_secs(3);
/// A message or check that takes longer ends the connection.
const STALLED_AFTER: Duration = Duration::from_secs(2);
/// A tab that sends nothing for this long, and answers no pings, is gone.
const SILENT_AFTER: Duration = Duration::from_secs(75);
/// Maximum bytes buffered below the queue.
const WRITE_BYTES_MAX: usize = 64 * 1024;
/// Maximum number of missed events that a returning tab receives one by one. If there are more, the tab learns only
/// that it missed some.
const MISSED_MAX: usize = 1_000;

/// Close codes. Those from 4000 on are private (RFC 6455, section 7.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Close {
    /// The server is stopping. Another one is running or will be soon.
    Away = 1001,
    /// The tab read too slowly. It can reconnect and catch up.
    TooSlow = 1013,
    /// The first message was invalid, or there was another one.
    Malformed = 4400,
    /// The login is missing or has ended.
    NotSignedIn = 4401,
    /// The membership isn't active any more.
    Forbidden = 4403,
    /// The first message didn't arrive in time.
    Late = 4408,
    /// The user's rights have changed. The tab must reconnect with the new ones.
    RightsChanged = 4409,
    /// Too many tabs are connected.
    TooMany = 4429,
}

impl Close {
    fn reason(self) -> &'static str {
        match self {
            Close::Away => "the server stops",
            Close::TooSlow => "read too slowly",
            Close::Malformed => "not a message that is taken",
            Close::NotSignedIn => "not signed in",
            Close::Forbidden => "no access",
            Close::Late => "no first message",
            Close::RightsChanged => "rights have changed",
            Close::TooMany => "too many tabs",
        }
    }

    fn of(error: &Error) -> Self {
        match error {
            Error::TokenExpired | Error::NotSignedIn | Error::SessionEnded | Error::ActingEnded => Close::NotSignedIn,
            Error::Forbidden => Close::Forbidden,
            _ => Close::TooSlow,
        }
    }
}

/// Streams the live events of the company that the user can see over a WebSocket. The first message must arrive within
/// five seconds: `{token, sessionId, rtcClientId?, orgUnitId?, consolidated?, cursor?, openSeconds?}`. The server
/// responds with `{type: READY, cursor, missed}`. Each event is `{type, subtype, id, actor{id}, rtcClientId, cursor}`.
/// Without events the server sends `{type: HERE, cursor}` from time to time. ARCHITECTURE.md explains the protocol.
#[utoipa::path(get, path = "/rtc/api/socket", tag = "events", operation_id = "followEvents", responses((status = 101, description = "A WebSocket")))]
pub async fn follow(
    Extension(hub): Extension<Arc<Hub>>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    // Browsers send the origin of the page. Reject other origins before any message.
    let page = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    if page != Some(origin.base().as_str()) {
        return Err(Error::Forbidden);
    }
    let upgrade = upgrade.map_err(|_| Error::Malformed("This address takes WebSockets only.".to_owned()))?;
    let upgrade = upgrade
        .max_message_size(BYTES_MAX)
        .max_frame_size(BYTES_MAX)
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BYTES_MAX);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let mut tab = Socket(socket);
        let end = match tab.follow(&hub, &doors, &origin).await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        if let Some(close) = end {
            tab.close(close).await;
        }
    }))
}

/// Reason for the end of a connection: a close code, or `None` if the client is gone.
type End = Option<Close>;

enum Never {}

struct Socket(WebSocket);

impl Socket {
    async fn follow(&mut self, hub: &Arc<Hub>, doors: &Doors, origin: &Origin) -> Result<Never, End> {
        let refused = |error: Error| {
            let close = Close::of(&error);
            if close == Close::TooSlow {
                tracing::warn!(%error, "a tab can't follow now");
            }
            Some(close)
        };
        let hello = {
            let _stranger = hub.strangers.try_acquire().map_err(|_| Some(Close::TooMany))?;
            timeout(HELLO_WITHIN, self.hello()).await.map_err(|_| Some(Close::Late))??
        };
        let by = TabCredentials {
            token: &hello.token,
            session: hello.session_id,
            org_unit: hello.org_unit_id,
            consolidated: hello.consolidated,
            rtc_client_id: hello.rtc_client_id.as_deref(),
        };
        let actor = identify_tab(&hub.app, doors, origin, by).await.map_err(refused)?;
        // The database confirms the login, and the rights are loaded again if they have changed.
        let mut tx = actor.begin(&hub.app, Permission::Session).await.map_err(refused)?;
        let actor = Arc::new(tx.actor().clone());
        let end = store::end(&mut tx).await.map_err(refused)?;
        drop(tx);
        let mut following = hub.follow(&actor, end).map_err(|refusal| match refusal {
            Refusal::TooMany => Some(Close::TooMany),
            Refusal::Stopping => Some(Close::Away),
        })?;
        let heard = self.catch_up(hub, &actor, hello.from(), end).await?;
        self.stay(hub, &actor, &mut following, heard).await
    }

    async fn hello(&mut self) -> Result<Hello, End> {
        loop {
            match self.0.recv().await {
                Some(Ok(ws::Message::Text(text))) => return Hello::read(&text).ok_or(Some(Close::Malformed)),
                Some(Ok(ws::Message::Ping(_) | ws::Message::Pong(_))) => {}
                Some(Ok(ws::Message::Binary(_))) => return Err(Some(Close::Malformed)),
                Some(Ok(ws::Message::Close(_)) | Err(_)) | None => return Err(None),
            }
        }
    }

    /// Sends the events that the tab missed. Returns the cursor it has reached.
    async fn catch_up(&mut self, hub: &Hub, actor: &Arc<Actor>, from: From, end: Cursor) -> Result<Cursor, End> {
        let failed = |error: Error| {
            tracing::warn!(%error, "a tab did not receive the events it missed");
            Some(Close::TooSlow)
        };
        let company = actor.company();
        let begin = || async {
            let actor = Actor::clone(actor);
            actor.begin(&hub.app, Permission::Session).await.map_err(|error| Some(Close::of(&error)))
        };
        let mut tx = begin().await?;
        let from = match from {
            From::Cursor(cursor) => {
                store::is_complete_from(&mut tx, company, cursor).await.map_err(failed)?.then_some(cursor)
            }
            From::SecondsAgo(seconds) => {
                Some(store::seconds_ago(&mut tx, company, seconds).await.map_err(failed)?.unwrap_or(end).min(end))
            }
        };
        let mut missed = Vec::new();
        let mut read = 0;
        let mut to = from;
        while let Some(cursor) = to {
            let rows = store::behind(&mut tx, company, cursor, BATCH).await.map_err(failed)?;
            let Some(last) = rows.last().map(|row| row.cursor) else { break };
            read += rows.len();
            to = (read <= MISSED_MAX).then_some(last);
            let told = hub.told(&mut tx, company, rows).await.map_err(failed)?;
            missed.extend(told.into_iter().filter(|one| one.is_for(actor)));
        }
        drop(tx);
        match (from, to) {
            (Some(from), Some(to)) => {
                self.say(&Message::Control(Control::Ready { cursor: from, missed: false })).await?;
                for one in &missed {
                    self.say(&one.out()).await?;
                }
                Ok(to)
            }
            _ => {
                self.say(&Message::Control(Control::Ready { cursor: end, missed: true })).await?;
                Ok(end)
            }
        }
    }

    /// Sends new events as long as the user is allowed to receive them.
    async fn stay(
        &mut self,
        hub: &Hub,
        actor: &Actor,
        following: &mut Following,
        mut heard: Cursor,
    ) -> Result<Never, End> {
        let mut ask = tokio::time::interval(ASK_EVERY);
        ask.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last_sign = Instant::now();
        loop {
            tokio::select! {
                _ = ask.tick() => {
                    if last_sign.elapsed() > SILENT_AFTER {
                        return Err(None);
                    }
                    self.ask(hub, actor).await?;
                }
                waiting = following.queue.recv() => match waiting {
                    Some(Waiting::Event(one)) if one.cursor > heard => {
                        heard = one.cursor;
                        self.say(&one.out()).await?;
                    }
                    Some(Waiting::Event(_)) => {}
                    Some(Waiting::Here(cursor)) => {
                        let cursor = cursor.max(heard);
                        self.say(&Message::Control(Control::Here { cursor })).await?;
                        self.send(ws::Message::Ping(Default::default())).await?;
                    }
                    None if hub.is_closed() => return Err(Some(Close::Away)),
                    None => return Err(Some(Close::TooSlow)),
                },
                received = self.0.recv() => match received {
                    Some(Ok(ws::Message::Ping(_) | ws::Message::Pong(_))) => last_sign = Instant::now(),
                    Some(Ok(ws::Message::Text(_) | ws::Message::Binary(_))) => return Err(Some(Close::Malformed)),
                    Some(Ok(ws::Message::Close(_)) | Err(_)) | None => return Err(None),
                },
            }
        }
    }

    /// Checks whether the user can still receive events. If the check fails, the connection ends and the tab
    /// reconnects.
    async fn ask(&mut self, hub: &Hub, actor: &Actor) -> Result<(), End> {
        match timeout(STALLED_AFTER, actor.standing(&hub.app)).await {
            Ok(Ok(Standing::Same)) => Ok(()),
            Ok(Ok(Standing::RightsChanged)) => Err(Some(Close::RightsChanged)),
            Ok(Ok(Standing::Ended)) => Err(Some(Close::NotSignedIn)),
            Ok(Ok(Standing::Forbidden)) => Err(Some(Close::Forbidden)),
            Ok(Err(_)) | Err(_) => Err(Some(Close::TooSlow)),
        }
    }

    async fn say(&mut self, message: &Message<'_>) -> Result<(), End> {
        let text = serde_json::to_string(message).map_err(|_| None)?;
        self.send(ws::Message::Text(text.into())).await
    }

    async fn send(&mut self, message: ws::Message) -> Result<(), End> {
        match timeout(STALLED_AFTER, self.0.send(message)).await {
            Ok(Ok(())) => Ok(()),
            // A client that doesn't read can't receive a close frame either.
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    async fn close(&mut self, close: Close) {
        let frame = CloseFrame { code: close as u16, reason: close.reason().into() };
        let _ = self.send(ws::Message::Close(Some(frame))).await;
    }
}
