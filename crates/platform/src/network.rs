//! The network of a client, which is the unit of rate limits: an IPv4 /24 or an IPv6 /64 (decision D30).

use crate::{
    app::App,
    error::{Error, Result},
};
use axum::{
    extract::{ConnectInfo, FromRequestParts, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, request::Parts};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

/// A network, such as `203.0.113.0/24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpNet);

impl Network {
    /// Returns the network of an address. IPv4-mapped IPv6 addresses count as IPv4.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        let net = match address.to_canonical() {
            IpAddr::V4(address) => Ipv4Net::new(address, 24).map(IpNet::V4),
            IpAddr::V6(address) => Ipv6Net::new(address, 64).map(IpNet::V6),
        };
        Self(net.unwrap_or_default().trunc())
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns the client's address: the peer of the connection, or the address that a trusted proxy reports.
///
/// `X-Forwarded-For` is read from its end, where the nearest proxy writes, to the first address that isn't a trusted
/// proxy. Clients can forge anything before that.
#[must_use]
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(&address.to_canonical()));
    if !is_trusted(&peer) {
        return peer;
    }
    let lines: Vec<_> = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok()).collect();
    let mut nearest = peer;
    for text in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        let Some(address) = parse(text.trim()) else { break };
        nearest = address;
        if !is_trusted(&address) {
            break;
        }
    }
    nearest
}

/// Parses an address with or without a port.
fn parse(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

impl FromRequestParts<App> for Network {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        ClientAddress::from_request_parts(parts, app).await.map(|address| Self::of(address.0))
    }
}

/// The client's full address, for records that the law requires. Rate limits use [`Network`].
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

tokio::task_local! {
    /// The address of the present request, which audit entries name.
    static ADDRESS: IpAddr;
}

/// Has every transaction of a request know the address that the request came from.
pub async fn note_address(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    match ClientAddress::from_request_parts(&mut parts, &app).await {
        Ok(ClientAddress(address)) => ADDRESS.scope(address, next.run(Request::from_parts(parts, body))).await,
        Err(error) => error.into_response(),
    }
}

/// The statement that tells a transaction the address of its request; empty for work without a request.
pub(crate) fn address_setting() -> String {
    // An address: nothing in this text comes from outside as it was written.
    let setting = |address: &IpAddr| format!("; SELECT set_config('app.address', '{address}', true)");
    ADDRESS.try_with(setting).unwrap_or_default()
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Ok(Self(client_address(peer, &parts.headers, &app.config.trusted_proxies).to_canonical()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        headers
    }

    #[test]
    fn networks_have_the_width_that_providers_assign() {
        for (address, network) in [
            ("203.0.113.77", "203.0.113.0/24"),
            ("::ffff:203.0.113.77", "203.0.113.0/24"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ] {
            assert_eq!(Network::of(address.parse().unwrap()).to_string(), network);
        }
    }

    #[test]
    fn forwarded_addresses_are_accepted_from_trusted_proxies_only() {
        let trusted: Vec<IpNet> = vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        for (peer, lines, client) in [
            // The peer isn't a trusted proxy, so its header is ignored.
            ("198.51.100.9", &["203.0.113.1"][..], "198.51.100.9"),
            ("10.0.0.1", &["203.0.113.1"], "203.0.113.1"),
            // The visitor wrote the first address, the proxy appended the second.
            ("10.0.0.1", &["1.2.3.4, 203.0.113.1"], "203.0.113.1"),
            ("10.0.0.1", &["1.2.3.4", "203.0.113.1"], "203.0.113.1"),
            ("10.0.0.1", &["1.2.3.4, 203.0.113.1, 10.0.0.2"], "203.0.113.1"),
            ("::ffff:10.0.0.1", &["[2001:db8::1]:4711"], "2001:db8::1"),
            ("10.0.0.1", &["203.0.113.1:80"], "203.0.113.1"),
            ("10.0.0.1", &["nonsense"], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.1, nonsense"], "10.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
        ] {
            let found = client_address(peer.parse().unwrap(), &headers(lines), &trusted);
            assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{peer} {lines:?}");
        }
    }
}
