//! Open connections, and the choice of one to close for a new one.

use super::Limits;
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};
use tokio::sync::Notify;

/// State of a connection.
pub(super) struct Activity {
    opened: Instant,
    /// Milliseconds from `opened` to the client's last bytes.
    heard_ms: AtomicU64,
    /// A request is being processed, so we aren't waiting for the client.
    is_working: AtomicBool,
    evicted: Notify,
}

impl Activity {
    fn new() -> Self {
        Self {
            opened: Instant::now(),
            heard_ms: AtomicU64::new(0),
            is_working: AtomicBool::new(false),
            evicted: Notify::new(),
        }
    }

    /// Records that bytes arrived.
    pub(super) fn heard(&self) {
        let passed = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.heard_ms.store(passed, Relaxed);
    }

    /// Records whether a request is being processed.
    pub(super) fn begin(&self, is_working: bool) {
        self.is_working.store(is_working, Relaxed);
    }

    /// Resolves when another connection replaces this one.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    fn last_heard(&self) -> Instant {
        self.opened + std::time::Duration::from_millis(self.heard_ms.load(Relaxed))
    }
}

struct Connection {
    address: IpAddr,
    activity: Arc<Activity>,
}

#[derive(Default)]
struct Open {
    next_id: u64,
    connections: HashMap<u64, Connection>,
    per_address: HashMap<IpAddr, usize>,
}

impl Open {
    fn remove(&mut self, id: u64) -> Option<Connection> {
        let connection = self.connections.remove(&id)?;
        if let Some(count) = self.per_address.get_mut(&connection.address) {
            *count -= 1;
            if *count == 0 {
                self.per_address.remove(&connection.address);
            }
        }
        Some(connection)
    }

    /// The connection that has been silent for longest, among those that wait for their client.
    fn most_silent(&self, of: Option<IpAddr>) -> Option<u64> {
        let waiting = self.connections.iter().filter(|(_, connection)| {
            of.is_none_or(|address| address == connection.address) && !connection.activity.is_working.load(Relaxed)
        });
        waiting.min_by_key(|(_, connection)| connection.activity.last_heard()).map(|(id, _)| *id)
    }
}

/// All open connections of a server.
pub(super) struct Registry {
    limits: Limits,
    open: Mutex<Open>,
}

impl Registry {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, open: Mutex::default() }
    }

    /// Returns a slot for a connection, closing another one if a limit is reached. `None` if all connections are
    /// working.
    pub(super) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Slot> {
        let address = address.to_canonical();
        let is_proxy = self.limits.trusted_proxies.iter().any(|net| net.contains(&address));
        let address = subscriber(address);
        let mut open = self.open();
        let count = open.per_address.get(&address).copied().unwrap_or(0);
        let is_full = open.connections.len() >= self.limits.connections_max;
        let is_full_of_address = !is_proxy && count >= self.limits.per_address_max;
        if is_full || is_full_of_address {
            let id = open.most_silent(is_full_of_address.then_some(address))?;
            if let Some(connection) = open.remove(id) {
                connection.activity.evicted.notify_one();
            }
        }
        let (id, activity) = (open.next_id, Arc::new(Activity::new()));
        open.next_id += 1;
        *open.per_address.entry(address).or_default() += 1;
        open.connections.insert(id, Connection { address, activity: activity.clone() });
        drop(open);
        Some(Slot { registry: self.clone(), id, activity })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An IPv6 subscriber has a whole /64.
fn subscriber(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64))),
    }
}

/// A connection's slot. Dropped with its socket.
pub(super) struct Slot {
    registry: Arc<Registry>,
    id: u64,
    activity: Arc<Activity>,
}

impl Slot {
    pub(super) fn activity(&self) -> Arc<Activity> {
        self.activity.clone()
    }

    pub(super) fn heard(&self) {
        self.activity.heard();
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.registry.open().remove(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn registry(connections_max: usize, per_address_max: usize) -> Arc<Registry> {
        let trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()];
        let header_timeout = Duration::from_secs(1);
        Arc::new(Registry::new(Limits { header_timeout, connections_max, per_address_max, trusted_proxies }))
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn is_evicted(slot: &Slot) -> bool {
        !slot.registry.open().connections.contains_key(&slot.id)
    }

    #[test]
    fn a_new_connection_replaces_the_most_idle_one_of_its_address() {
        let registry = registry(100, 2);
        let other = registry.admit(ip("198.51.100.1")).unwrap();
        let first = registry.admit(ip("203.0.113.1")).unwrap();
        let second = registry.admit(ip("203.0.113.1")).unwrap();
        std::thread::sleep(Duration::from_millis(3));
        first.heard();
        let third = registry.admit(ip("::ffff:203.0.113.1")).unwrap();
        assert!(is_evicted(&second) && !is_evicted(&first) && !is_evicted(&other) && !is_evicted(&third));
    }

    #[test]
    fn active_connections_are_never_closed() {
        let registry = registry(100, 1);
        let busy = registry.admit(ip("203.0.113.1")).unwrap();
        busy.activity.begin(true);
        assert!(registry.admit(ip("203.0.113.1")).is_none());
        drop(busy);
        assert!(registry.admit(ip("203.0.113.1")).is_some());
    }

    #[test]
    fn a_trusted_proxy_has_no_limit_of_its_own() {
        let registry = registry(100, 1);
        let all: Vec<_> = (0..5).map(|_| registry.admit(ip("10.1.2.3")).unwrap()).collect();
        assert!(all.iter().all(|slot| !is_evicted(slot)));
    }

    #[test]
    fn the_limit_of_the_process_holds_over_all_addresses() {
        let registry = registry(2, 100);
        let first = registry.admit(ip("203.0.113.1")).unwrap();
        let second = registry.admit(ip("10.1.2.3")).unwrap();
        let third = registry.admit(ip("198.51.100.1")).unwrap();
        assert_eq!([&first, &second, &third].iter().filter(|slot| is_evicted(slot)).count(), 1);
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        assert_eq!(subscriber(ip("2001:db8:1:2:3:4:5:6")), subscriber(ip("2001:db8:1:2::9")));
        assert_ne!(subscriber(ip("2001:db8:1:2::9")), subscriber(ip("2001:db8:1:3::9")));
    }
}
