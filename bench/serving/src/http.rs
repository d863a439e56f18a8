//! An HTTP client with minimal overhead: one connection, prebuilt requests, responses read by Content-Length.

use anyhow::{Context, bail};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// A persistent connection.
pub struct Connection {
    stream: BufReader<TcpStream>,
    body: Vec<u8>,
}

impl Connection {
    /// Connects to a local port.
    pub fn open(port: u16) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(40)))?;
        Ok(Self { stream: BufReader::with_capacity(64 * 1024, stream), body: Vec::new() })
    }

    /// Sends a request and returns the status. The response body is then in `body`.
    pub fn send(&mut self, request: &[u8]) -> anyhow::Result<u16> {
        self.exchange(request).map(|(status, _)| status)
    }

    /// Sends a request and returns the target of its redirect.
    pub fn location(&mut self, request: &[u8]) -> anyhow::Result<String> {
        match self.exchange(request)? {
            (300..400, Some(location)) => Ok(location),
            (status, _) => bail!("{status} and no way on: {}", String::from_utf8_lossy(&self.body)),
        }
    }

    fn exchange(&mut self, request: &[u8]) -> anyhow::Result<(u16, Option<String>)> {
        self.stream.get_mut().write_all(request)?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status: u16 = line.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no answer")?;
        let (mut length, mut location) = (0, None);
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let header = line.trim_end();
            if header.is_empty() {
                break;
            }
            match header.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.trim().parse()?,
                Some((name, value)) if name.eq_ignore_ascii_case("location") => {
                    location = Some(value.trim().to_owned())
                }
                _ => {}
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body)?;
        Ok((status, location))
    }

    /// Sends a request and parses the JSON response.
    pub fn json(&mut self, request: &[u8]) -> anyhow::Result<Value> {
        let status = self.send(request)?;
        if status >= 300 {
            bail!("{status}: {}", String::from_utf8_lossy(&self.body));
        }
        Ok(serde_json::from_slice(&self.body)?)
    }
}

/// Builds a request as bytes.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    if !body.is_empty() {
        text.push_str(&format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    text.push_str(&body);
    text.into_bytes()
}

/// Result of a run.
pub struct Run {
    /// Responses per second.
    pub per_second: f64,
}

/// Sends requests from this many concurrent clients. `next` builds each request from a random number.
pub fn flood(
    port: u16,
    clients: usize,
    seconds: f64,
    next: impl Fn(u64, &mut Vec<u8>) + Send + Sync + 'static,
) -> anyhow::Result<Run> {
    let next = Arc::new(next);
    let stop = Arc::new(AtomicBool::new(false));
    let answered = Arc::new(AtomicU64::new(0));
    let threads: Vec<_> = (0..clients)
        .map(|client| {
            let (next, stop, answered) = (next.clone(), stop.clone(), answered.clone());
            thread::spawn(move || -> anyhow::Result<()> {
                let mut connection = Connection::open(port)?;
                let mut request = Vec::new();
                let mut random = client as u64 + 1;
                while !stop.load(Ordering::Relaxed) {
                    // xorshift, the cheapest random generator.
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    request.clear();
                    next(random, &mut request);
                    let status = connection.send(&request)?;
                    if status >= 300 {
                        bail!("{status}: {}", String::from_utf8_lossy(&connection.body));
                    }
                    answered.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            })
        })
        .collect();
    // Let connections and caches warm up first.
    thread::sleep(Duration::from_millis(500));
    let (begun, before) = (Instant::now(), answered.load(Ordering::Relaxed));
    thread::sleep(Duration::from_secs_f64(seconds));
    let per_second = (answered.load(Ordering::Relaxed) - before) as f64 / begun.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        thread.join().map_err(|_| anyhow::anyhow!("a client broke off"))??;
    }
    Ok(Run { per_second })
}
