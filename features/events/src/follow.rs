//! The socket of a tab.

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

/// The first message has to come within.
const HELLO_WITHIN: Duration = Duration::from_secs(5);
/// How often it is asked whether somebody may still follow. With what the question takes, nobody is told anything five
/// seconds after they may no more.
const ASK_EVERY: Duration = Duration::from_secs(3);
/// A message, or a question, that takes longer ends it.
const STALLED_AFTER: Duration = Duration::from_secs(2);
/// Who is not heard of for so long, pings unanswered, is gone.
const SILENT_AFTER: Duration = Duration::from_secs(75);
/// Bytes that wait below the queue.
const WRITE_BYTES_MAX: usize = 64 * 1024;
/// Events that a tab which was away is told one by one; beyond, it is told that it missed some.
const MISSED_MAX: usize = 1_000;

/// Why a socket is closed, as its tab is told. From 4000 on they are ours (RFC 6455, section 7.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Close {
    /// The server stops; another is there, or soon will be.
    Away = 1001,
    /// It read too slowly; it may come back and ask for the rest.
    TooSlow = 1013,
    /// What was sent is no first message, or one too many.
    Malformed = 4400,
    /// No login, or one that has ended.
    NotSignedIn = 4401,
    /// The membership is not active any more.
    Forbidden = 4403,
    /// No first message in time.
    Late = 4408,
    /// The rights have changed: it comes back with the new ones.
    RightsChanged = 4409,
    /// Too many tabs.
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

/// Follows the live events of the company, as far as one sees it, over a WebSocket. The first message, within five
/// seconds: `{token, sessionId, rtcClientId?, orgUnitId?, consolidated?, cursor?, openSeconds?}`. Then the server says
/// `{type: READY, cursor, missed}`, and with each event `{type, subtype, id, actor{id}, rtcClientId, cursor}`; in between
/// `{type: HERE, cursor}`. ARCHITECTURE.md tells the rest.
#[utoipa::path(get, path = "/rtc/api/socket", tag = "events", operation_id = "followEvents", responses((status = 101, description = "A WebSocket")))]
pub async fn follow(
    Extension(hub): Extension<Arc<Hub>>,
    Extension(doors): Extension<Arc<Doors>>,
    origin: Origin,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    // A browser tells whose page opens it; another's is refused before anything is said.
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

/// Why it ends: with a word, or because nobody is there.
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
        // Confirmed by the database, the rights read anew where they have changed.
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

    /// Tells what the tab has missed, and answers how far it has heard then.
    async fn catch_up(&mut self, hub: &Hub, actor: &Arc<Actor>, from: From, end: Cursor) -> Result<Cursor, End> {
        let failed = |error: Error| {
            tracing::warn!(%error, "a tab was not told what it missed");
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

    /// Tells what happens, for as long as it may be heard.
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

    /// Asks whether somebody may still follow. Whatever can't be asked is refused: the tab comes back.
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
            // Nothing more can be said to who does not read.
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }

    async fn close(&mut self, close: Close) {
        let frame = CloseFrame { code: close as u16, reason: close.reason().into() };
        let _ = self.send(ws::Message::Close(Some(frame))).await;
    }
}
