import CCurl
import Glibc

/// An IPv4 or IPv6 address.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes in network order.
    let bytes: [UInt8]

    /// Parses an address, IPv4 also in the numeric forms of `inet_aton`, such as `127.1` or `0x7f000001`, which libcurl
    /// accepts in URLs. Ignores the zone of a link-local address.
    init?(_ text: some StringProtocol) {
        let text = String(text.prefix { $0 != "%" })
        var ipv4 = in_addr()
        var ipv6 = in6_addr()
        if inet_pton(AF_INET6, text, &ipv6) == 1 {
            bytes = withUnsafeBytes(of: &ipv6) { Array($0) }
        } else if !text.contains(where: \.isWhitespace), inet_aton(text, &ipv4) != 0 {
            bytes = withUnsafeBytes(of: &ipv4) { Array($0) }
        } else {
            return nil
        }
    }

    /// Returns nil for a socket of another family, such as a Unix domain socket.
    init?(_ socket: UnsafePointer<curl_sockaddr>) {
        var count = 0
        guard let first = tintype_curl_address_bytes(socket, &count) else { return nil }
        bytes = Array(UnsafeBufferPointer(start: first, count: count))
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether the first `length` bits are those of `prefix`.
    func isIn(_ prefix: IPAddress, length: Int) -> Bool {
        guard bytes.count == prefix.bytes.count, (0...8 * bytes.count).contains(length) else { return false }
        let (whole, remainder) = length.quotientAndRemainder(dividingBy: 8)
        guard bytes.prefix(whole) == prefix.bytes.prefix(whole) else { return false }
        return remainder == 0 || (bytes[whole] ^ prefix.bytes[whole]) >> (8 - remainder) == 0
    }

    fileprivate func isIn(_ networks: [String]) -> Bool {
        networks.contains { network in
            let parts = network.split(separator: "/")
            guard parts.count == 2, let prefix = IPAddress(parts[0]), let length = Int(parts[1]) else { return false }
            return isIn(prefix, length: length)
        }
    }
}

/// The part of the network in which an address is valid, the largest first.
enum AddressScope: Int, Codable, Comparable, Sendable {
    /// The internet.
    case global
    /// A private network.
    case privateNetwork
    /// A single link, where clouds serve credentials of the computer.
    case link
    /// This computer.
    case loopback

    /// The scopes of IPv4 addresses: those of the IANA registry of special addresses (RFC 6890) that are not global,
    /// and multicast. Missing are addresses for documentation and 198.18.0.0/15, from which some VPN clients hand out
    /// substitutes for all hosts.
    private static let ipv4: [(AddressScope, [String])] = [
        // 0.0.0.0 connects to this computer.
        (.loopback, ["127.0.0.0/8", "0.0.0.0/8"]),
        (.link, ["169.254.0.0/16"]),
        (
            .privateNetwork,
            ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "192.0.0.0/24", "224.0.0.0/3"]
        ),
    ]
    private static let ipv6: [(AddressScope, [String])] = [
        (.loopback, ["::1/128", "::/128"]),
        (.link, ["fe80::/10"]),
        // Unique local, site-local, multicast, and translation to IPv4 with a prefix of the network's own.
        (.privateNetwork, ["fc00::/7", "fec0::/10", "ff00::/8", "64:ff9b:1::/48"]),
    ]
    /// IPv6 networks with an IPv4 address inside each address, and its offset: mapped, compatible, translated, NAT64
    /// and 6to4.
    private static let embedding: [(network: String, offset: Int)] = [
        ("::ffff:0:0/96", 12), ("::/96", 12), ("::ffff:0:0:0/96", 12), ("64:ff9b::/96", 12), ("2002::/16", 2),
    ]

    init(_ address: IPAddress) {
        let table = address.bytes.count == 4 ? Self.ipv4 : Self.ipv6
        if let found = table.first(where: { address.isIn($0.1) }) {
            self = found.0
        } else if address.bytes.count == 16, let network = Self.embedding.first(where: { address.isIn([$0.network]) }),
            let ipv4 = IPAddress(
                address.bytes[network.offset..<network.offset + 4].map(String.init).joined(separator: "."))
        {
            self.init(ipv4)
        } else {
            self = .global
        }
    }

    static func < (one: AddressScope, other: AddressScope) -> Bool { one.rawValue < other.rawValue }
}
