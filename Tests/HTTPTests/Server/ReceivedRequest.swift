import Foundation

/// A request received from the network.
struct ReceivedRequest: Sendable {
    /// The path and query.
    let path: String
    /// The headers by lower-case name.
    let headers: [String: String]

    /// Creates a request, or nil if `text` has no request line.
    init?(_ text: String) {
        let lines = text.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        path = String(words[1])
        let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        headers = Dictionary(pairs) { $0 + ", " + $1 }
    }
}
