//! Validates host names.

use lending::values::Invalid;

/// Maximum length (RFC 1035, section 2.3.4), without the final dot.
const LENGTH_MAX: usize = 253;

/// Normalizes a host name as browsers send it: lowercase, ASCII form for other scripts (RFC 5891), no port, no final
/// dot. Names below `localhost` refer to this machine and are only valid in the demo profile.
///
/// # Errors
///
/// The text isn't a host name.
pub fn host_name(text: &str, is_demo: bool) -> Result<String, Invalid> {
    let wrong = || Invalid("Enter a host name such as loans.example.com".to_owned());
    let text = text.trim();
    // Parsing would silently drop parts of a URL other than the host.
    if text.is_empty() || text.contains(['/', ':', '@', '?', '#', '\\', '%', '[']) || text.ends_with('.') {
        return Err(wrong());
    }
    let url::Host::Domain(name) = url::Host::parse(text).map_err(|_| wrong())? else {
        return Err(wrong());
    };
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let labels: Vec<_> = name.split('.').collect();
    let is_named = labels.len() >= 2 && labels.iter().all(|label| is_label(label));
    let is_local = labels.last() == Some(&"localhost");
    match is_named && name.len() <= LENGTH_MAX && (is_demo || !is_local) {
        true => Ok(name),
        false => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_named_as_browsers_send_it() {
        for (typed, host) in [
            ("loans.example.com", "loans.example.com"),
            (" Loans.Example.COM ", "loans.example.com"),
            ("büro.example.com", "xn--bro-hoa.example.com"),
            ("harbor.localhost", "harbor.localhost"),
        ] {
            assert_eq!(host_name(typed, true).unwrap(), host);
        }
    }

    #[test]
    fn invalid_hosts_are_refused() {
        for typed in [
            "",
            "localhost",
            "example",
            "https://example.com",
            "example.com/",
            "example.com:8080",
            "me@example.com",
            "127.0.0.1",
            "[::1]",
            "0x7f.1",
            "a..example.com",
            "-a.example.com",
            "a_b.example.com",
            "example.com.",
            "exa mple.com",
            "*.example.com",
            &format!("{}.com", "a".repeat(64)),
            &format!("{}com", "a1.".repeat(84)),
        ] {
            assert!(host_name(typed, true).is_err(), "{typed:?}");
        }
        assert!(host_name("harbor.localhost", false).is_err(), "this machine's names serve nobody in production");
    }
}
