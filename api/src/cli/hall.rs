//! Tells phones in the same network the address of a service that listens on all addresses, as text and as a
//! QR code.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use qrcodegen::{QrCode, QrCodeEcc};

/// The address of this machine in its network, with the port of a listener on all addresses; `None`: the
/// listener is on one address, or the machine has no network.
///
/// The system chooses the sender's address of a datagram socket when the socket is connected. Nothing is
/// sent.
pub fn address(listener: SocketAddr) -> Option<SocketAddr> {
    let (any, beyond) = match listener.ip() {
        IpAddr::V4(address) if address.is_unspecified() => {
            // Addresses for documentation (RFC 5737, RFC 3849): any address beyond the own network will do.
            (IpAddr::V4(address), IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)))
        }
        IpAddr::V6(address) if address.is_unspecified() => {
            (IpAddr::V6(address), IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)))
        }
        _ => return None,
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((beyond, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then(|| SocketAddr::new(own, listener.port()))
}

/// The QR code of a text for a terminal, two modules a character, with the light border that readers need;
/// `None`: the text is too long for one.
pub fn qr(text: &str) -> Option<String> {
    const BORDER: i32 = 2;
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let end = code.size() + BORDER;
    let mut drawn = String::new();
    for top in (-BORDER..end).step_by(2) {
        for x in -BORDER..end {
            // Terminals are usually dark, so the light modules of the code are drawn.
            let is_light = |y: i32| !code.get_module(x, y);
            drawn.push(match (is_light(top), top + 1 < end && is_light(top + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        drawn.push('\n');
    }
    Some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_listener_on_all_addresses_has_one_more() {
        for listener in ["127.0.0.1:8080", "192.168.1.5:80", "[::1]:8080"] {
            assert_eq!(listener.parse().ok().and_then(address), None, "{listener}");
        }
        let listener = SocketAddr::from(([0, 0, 0, 0], 8080));
        // A machine without a network has no address.
        assert!(address(listener).is_none_or(|own| own.port() == 8080 && !own.ip().is_loopback()));
    }

    #[test]
    fn a_code_has_a_line_for_two_rows_of_modules() {
        let drawn = qr("http://192.168.1.5:8080/").unwrap_or_default();
        let lines: Vec<&str> = drawn.lines().collect();
        // 25 modules for 24 bytes, and a border of two on each side.
        assert_eq!(lines.len(), 15);
        assert!(lines.iter().all(|line| line.chars().count() == 29), "{drawn}");
        assert!(lines.first().is_some_and(|line| line.chars().all(|block| block == '█')));
        assert_eq!(qr(&"a".repeat(3_000)), None);
    }
}
