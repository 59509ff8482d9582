import FoundationEssentials

/// Format: the size of the head (4 bytes, big-endian), the head as JSON, the body.
extension StoredResponse {
    private struct Head: Codable {
        var url: String
        var date: Date
        var status: Int
        /// Alternating names and values.
        var headers: [String]
    }

    private static let sizeLength = 4

    var encoded: [UInt8]? {
        // Session cookies are never sent back, so they need not be stored on disk.
        let kept = headers.filter { $0.name.lowercased() != "set-cookie" }
        let head = Head(url: url, date: date, status: status, headers: kept.flatMap { [$0.name, $0.value] })
        guard let data = try? JSONEncoder().encode(head), let size = UInt32(exactly: data.count) else { return nil }
        return withUnsafeBytes(of: size.bigEndian) { Array($0) } + data + body
    }

    /// Returns nil if the bytes do not have this format.
    init?(encoded bytes: [UInt8]) {
        guard bytes.count >= Self.sizeLength else { return nil }
        let size = bytes.prefix(Self.sizeLength).reduce(0) { $0 << 8 | Int($1) }
        let remainder = bytes.dropFirst(Self.sizeLength)
        guard
            size <= remainder.count,
            let head = try? JSONDecoder().decode(Head.self, from: Data(remainder.prefix(size))),
            head.headers.count.isMultiple(of: 2)
        else { return nil }
        url = head.url
        date = head.date
        status = head.status
        headers = stride(from: 0, to: head.headers.count, by: 2).map {
            HTTPHeader(name: head.headers[$0], value: head.headers[$0 + 1])
        }
        body = Array(remainder.dropFirst(size))
    }
}
