//! Tabs that receive live events from two processes while loans are created and one process is killed.
//!
//! Most tabs are allowed to see the loans. Tabs of another branch or company aren't. In the end each tab must have
//! received an event for every loan it can see, and for no other. Finally, tabs that stop reading must cost the process
//! almost no memory.

use crate::{hostile::memory, table::Proof};
use futures::{SinkExt, StreamExt, stream};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use testkit::{
    Client, Server,
    officer::{manual, membership},
};
use tokio::{
    net::TcpStream,
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of tabs, half of them connected to each process.
    pub tabs: usize,
    /// Number of loans created before the kill, and again while the tabs of the killed process reconnect.
    pub loans: u32,
    /// Pause between two loans.
    pub pause: Duration,
    /// Number of tabs that stop reading.
    pub stalled: usize,
    /// Number of changes whose events those tabs don't read.
    pub changes: u32,
    /// Limits for a quiet machine, or `None` to skip them.
    pub limits: Option<Limits>,
}

/// Limits for a quiet machine.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum median time from sending a change until a tab receives the event.
    pub p50_max: Duration,
    /// The same for the 99th percentile.
    pub p99_max: Duration,
    /// Maximum time until the last tab of the killed process is connected again.
    pub back_max: Duration,
    /// Maximum memory per tab that stopped reading.
    pub stalled_kib_max: u64,
}

/// Maximum number of tabs per login and process, with room for those that reconnect.
const TABS_OF_LOGIN: usize = 16;
/// How long to wait for the last events.
const PATIENCE: Duration = Duration::from_secs(30);

type Socket = WebSocketStream<TcpStream>;

/// The servers to which tabs connect.
struct Nodes {
    /// Host of the installation, which the tokens name.
    host: String,
    /// The two processes. The second one is killed.
    bases: [String; 2],
}

/// Events that a tab has received.
struct Heard {
    may_see: bool,
    loans: Vec<(i64, Instant)>,
    /// Time from the kill until it was connected again.
    back_after: Option<Duration>,
}

/// Runs the proof with two processes.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("sockets");
    let server = Server::start(program);
    let mut second = server.beside();
    let (company, other) = (server.company("sockets").await, server.company("elsewhere").await);
    let nodes = Arc::new(Nodes { host: server.base.clone(), bases: [server.base.clone(), second.base.clone()] });
    let (kill, killed) = watch::channel(None);
    let (end, ended) = watch::channel(false);
    let mut tabs = JoinSet::new();
    let (ready, mut are_ready) = tokio::sync::mpsc::channel(size.tabs);
    let mut logins = Vec::new();
    for n in 0..size.tabs.div_ceil(TABS_OF_LOGIN) {
        // One in ten tabs belongs to another branch, and one to another company.
        logins.push(match n % 10 {
            8 => (company.sign_in("marcus.bell").await, false),
            9 => (other.sign_in("grace.whitfield").await, false),
            _ => (company.sign_in("grace.whitfield").await, true),
        });
    }
    for n in 0..size.tabs {
        let (client, may_see) = &logins[n / TABS_OF_LOGIN];
        let tab = Tab { nodes: nodes.clone(), node: n % 2, client: client.another_tab(), may_see: *may_see };
        tabs.spawn(tab.follow(killed.clone(), ended.clone(), ready.clone()));
    }
    drop(ready);
    let mut following = 0;
    while following < size.tabs && timeout(PATIENCE, are_ready.recv()).await.is_ok_and(|one| one.is_some()) {
        following += 1;
    }
    proof.row("tabs that follow", size.tabs.to_string(), following.to_string(), following == size.tabs);

    let avery = company.sign_in("avery.stone").await;
    let mut made = make(&avery, "Before", size).await;
    sleep(size.pause * 5).await;
    second.kill();
    let _ = kill.send(Some(Instant::now()));
    let before = made.len();
    made.extend(make(&avery, "After", size).await);
    sleep(Duration::from_secs(2)).await;
    let _ = end.send(true);
    let mut all = Vec::new();
    while let Some(tab) = tabs.join_next().await {
        all.push(tab.expect("a tab"));
    }
    tell(&mut proof, &made, before, &all, size);
    stall(&mut proof, &server, &nodes, &avery, &company.sign_in("grace.whitfield").await, size).await;
    proof
}

/// Creates loans. Returns each with the time of its request.
async fn make(avery: &Client, name: &str, size: Size) -> Vec<(i64, Instant)> {
    let officer = membership(avery).await;
    let mut made = Vec::new();
    for n in 0..size.loans {
        let began = Instant::now();
        let loan = avery.post("/api/loans", manual("Kim", &format!("{name}{n}"), officer)).await.expect(201);
        made.push((loan.at("/id").as_i64().expect("an id"), began));
        sleep(size.pause).await;
    }
    made
}

struct Tab {
    nodes: Arc<Nodes>,
    node: usize,
    client: Client,
    may_see: bool,
}

impl Tab {
    /// Receives events until the end. Reconnects to the other process if its own is gone.
    async fn follow(
        self,
        killed: watch::Receiver<Option<Instant>>,
        mut ended: watch::Receiver<bool>,
        ready: tokio::sync::mpsc::Sender<()>,
    ) -> Heard {
        let mut heard = Heard { may_see: self.may_see, loans: Vec::new(), back_after: None };
        let mut cursor = Value::Null;
        let mut node = self.node;
        let mut was_there = false;
        let _ = self.client.get("/api/users/me").await.expect(200);
        loop {
            let Some(mut socket) = open(&self.nodes, node, &self.client, &cursor).await else {
                if *ended.borrow() {
                    return heard;
                }
                // A load balancer would redirect the tab to the other process.
                node = 0;
                sleep(Duration::from_millis(100)).await;
                continue;
            };
            loop {
                let message = tokio::select! {
                    message = socket.next() => message,
                    _ = ended.wait_for(|ended| *ended) => return heard,
                };
                let Some(Ok(message)) = message else { break };
                let Message::Text(text) = message else { continue };
                let told: Value = serde_json::from_str(&text).expect("a message");
                if told["cursor"].is_string() {
                    cursor = told["cursor"].clone();
                }
                match told["type"].as_str() {
                    Some("READY") if !was_there => {
                        was_there = true;
                        let _ = ready.send(()).await;
                    }
                    Some("READY") => heard.back_after = killed.borrow().map(|killed| killed.elapsed()),
                    Some("LOAN") if told["subtype"] == "CREATED" => {
                        heard.loans.push((told["id"].as_i64().expect("an id"), Instant::now()));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Opens a socket and authenticates. Returns `None` if the server doesn't respond.
async fn open(nodes: &Nodes, node: usize, client: &Client, cursor: &Value) -> Option<Socket> {
    let mut socket = connect(nodes, node).await.ok()?;
    let mut hello = json!({"token": client.token()?, "sessionId": client.session()?, "consolidated": true});
    if cursor.is_string() {
        hello["cursor"] = cursor.clone();
    }
    socket.send(Message::Text(hello.to_string().into())).await.ok()?;
    Some(socket)
}

async fn connect(nodes: &Nodes, node: usize) -> Result<Socket, Error> {
    let address = nodes.bases[node].trim_start_matches("http://");
    let mut request = format!("ws://{address}/rtc/api/socket").into_client_request()?;
    let host = nodes.host.trim_start_matches("http://");
    request.headers_mut().insert("host", host.parse().expect("a host"));
    request.headers_mut().insert("origin", nodes.host.parse().expect("an origin"));
    Ok(client_async(request, TcpStream::connect(address).await?).await?.0)
}

/// Checks that each tab received the events it should, once and in time, and no others.
fn tell(proof: &mut Proof, made: &[(i64, Instant)], before: usize, all: &[Heard], size: Size) {
    let ids: BTreeSet<i64> = made.iter().map(|(id, _)| *id).collect();
    let mut times = Vec::new();
    let (mut missed, mut foreign, mut twice) = (0, 0, 0);
    for tab in all {
        let heard: BTreeSet<i64> = tab.loans.iter().map(|(id, _)| *id).collect();
        twice += tab.loans.len() - heard.len();
        match tab.may_see {
            true => {
                missed += ids.difference(&heard).count();
                foreign += heard.difference(&ids).count();
            }
            false => foreign += heard.len(),
        }
        for (id, asked) in &made[..before] {
            times.extend(tab.loans.iter().find(|(heard, _)| heard == id).map(|(_, at)| *at - *asked));
        }
    }
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    let (p50, p99) = (at(0.50), at(0.99));
    let seen = format!("{} ms, {} ms, of {}", p50.as_millis(), p99.as_millis(), times.len());
    let (asked, is_ok) = match size.limits {
        Some(limits) => (
            format!("{} ms, {} ms", limits.p50_max.as_millis(), limits.p99_max.as_millis()),
            p50 <= limits.p50_max && p99 <= limits.p99_max,
        ),
        None => ("any".to_owned(), true),
    };
    proof.row("from sending a change to a tab, p50 and p99", asked, seen, is_ok && !times.is_empty());
    let back: Vec<Duration> = all.iter().filter_map(|tab| tab.back_after).collect();
    let last = back.iter().max().copied().unwrap_or_default();
    let of_killed = size.tabs / 2;
    proof.row(
        "tabs of the killed process that follow again",
        format!("{of_killed} within {} s", size.limits.map_or(PATIENCE, |limits| limits.back_max).as_secs()),
        format!("{} within {} ms", back.len(), last.as_millis()),
        back.len() == of_killed && last <= size.limits.map_or(PATIENCE, |limits| limits.back_max),
    );
    proof.row("events missed", "0", missed.to_string(), missed == 0);
    proof.row("events of others", "0", foreign.to_string(), foreign == 0);
    proof.row("events told twice", "0", twice.to_string(), twice == 0);
}

/// Tabs that stop reading must be disconnected, and must cost little memory until then.
async fn stall(proof: &mut Proof, server: &Server, nodes: &Nodes, avery: &Client, grace: &Client, size: Size) {
    let officer = membership(avery).await;
    let loan = avery.post("/api/loans", manual("Kim", "Stalled", officer)).await.expect(201);
    let lock = format!("/api/loans/{}/lock", loan.at("/id"));
    let change = async || {
        let _ = avery.post(&lock, json!({})).await.expect(200);
        let _ = avery.delete(&lock).await.expect(200);
    };
    change().await;
    let before = memory(server.pid(), "VmRSS");
    let stalled: Vec<Option<Socket>> = stream::iter(0..size.stalled)
        .then(async |_| {
            let tab = grace.another_tab();
            let _ = tab.get("/api/users/me").await.expect(200);
            open(nodes, 0, &tab, &Value::Null).await
        })
        .collect()
        .await;
    for _ in 0..size.changes / 2 {
        change().await;
    }
    let kib = memory(server.pid(), "VmRSS").saturating_sub(before) / stalled.len().max(1) as u64;
    let opened = stalled.iter().flatten().count();
    let (asked, is_ok) = match size.limits {
        Some(limits) => (format!("{} KiB", limits.stalled_kib_max), kib <= limits.stalled_kib_max),
        None => ("any".to_owned(), true),
    };
    proof.row(
        format!("memory of each of {opened} tabs that read nothing of {} changes", size.changes),
        asked,
        format!("{kib} KiB"),
        is_ok && opened == size.stalled,
    );
}
