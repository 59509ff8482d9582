import Basics

/// Reads a response as it arrives, within the limits of its request.
struct ResponseReader {
    /// The sum of all lines of the head.
    private static let maxHeadSize = 128 << 10

    private let host: String
    private let maxBodySize: Int
    private let listener: TransferListener?
    private var headSize = 0
    private var status = 0
    private var headers: [HTTPHeader] = []
    /// Whether the body follows; header lines after that are trailers.
    private var hasHead = false
    private var declaredSize: Int?
    private var receivedSize = 0
    private var inflater: Inflater?
    private var body: [UInt8] = []

    /// - Parameter maxBodySize: The limit of the body's bytes, both as sent and decompressed.
    init(host: String, maxBodySize: Int, listener: TransferListener?) {
        self.host = host
        self.maxBodySize = maxBodySize
        self.listener = listener
    }

    /// Reads a line of the head, with its line break: a status line, a header or the empty line at the end.
    ///
    /// Throws `unexpectedResponse` or `tooLarge`.
    mutating func readHeadLine(_ line: UnsafeRawBufferPointer) throws(LibraryFailure) {
        headSize += line.count
        guard headSize <= Self.maxHeadSize else { throw .unexpectedResponse(host: host) }
        let text = String(decoding: line, as: UTF8.self).trimmingPrefix { $0.isNewline }.prefix { !$0.isNewline }
        if text.hasPrefix("HTTP/") {
            // Another head may follow an interim response, such as 103 Early Hints.
            let words = text.split(separator: " ")
            guard words.count > 1, let status = Count(digits: words[1])?.value else {
                throw .unexpectedResponse(host: host)
            }
            self.status = status
            headers = []
            hasHead = false
        } else if hasHead {
            return
        } else if text.isEmpty {
            if status >= 200 { try beginBody() }
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...]
            headers.append(HTTPHeader(name: String(text[..<colon]), value: Self.trimmed(value)))
        }
    }

    /// Reads the next piece of the body. Throws `unexpectedResponse` or `tooLarge`.
    mutating func readBody(_ bytes: UnsafeRawBufferPointer) throws(LibraryFailure) {
        receivedSize += bytes.count
        guard receivedSize <= maxBodySize else { throw .tooLarge(host: host) }
        if let inflater {
            do {
                try inflater.inflate(bytes, into: &body, maxSize: maxBodySize)
            } catch {
                throw switch error {
                case .malformed: .unexpectedResponse(host: host)
                case .tooLarge: .tooLarge(host: host)
                }
            }
        } else {
            body.append(contentsOf: bytes)
        }
        listener?.onProgress(TransferProgress(received: body.count, expected: declaredSize))
    }

    /// Returns the response once all of it was read. Throws `unexpectedResponse` if its compressed body is incomplete.
    func finish() throws(LibraryFailure) -> HTTPResponse {
        guard hasHead, inflater?.isAtEnd ?? true || receivedSize == 0 else { throw .unexpectedResponse(host: host) }
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    private mutating func beginBody() throws(LibraryFailure) {
        hasHead = true
        declaredSize = headers.value(of: "content-length").flatMap { Count(digits: $0)?.value }
        guard declaredSize ?? 0 <= maxBodySize else { throw .tooLarge(host: host) }
        switch headers.value(of: "content-encoding")?.lowercased() {
        case "gzip", "x-gzip", "deflate":
            guard let inflater = Inflater() else { throw .tooLarge(host: host) }
            self.inflater = inflater
        default: body.reserveCapacity(declaredSize ?? 0)
        }
    }

    private static func trimmed(_ value: Substring) -> String {
        let value = value.drop { $0 == " " || $0 == "\t" }
        return String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
