import Foundation

/// An HTTP/1.1 request that a server has received.
public struct ReceivedRequest: Sendable {
    public let method: String
    /// The path and query.
    public let path: String
    /// The headers by lower-case name.
    public let headers: [String: String]
    public let body: String

    /// Creates a request, or nil if `text` is not all of it.
    public init?(_ text: String) {
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        body = String(text[end.upperBound...])
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        method = String(words[0])
        path = String(words[1])
        let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        headers = Dictionary(pairs) { $0 + ", " + $1 }
        guard body.utf8.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
    }
}
