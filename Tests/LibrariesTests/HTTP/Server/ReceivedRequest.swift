import Foundation

/// A request as it came over the network.
struct ReceivedRequest: Sendable {
    /// With the query.
    let path: String
    /// By name in lower case.
    let headers: [String: String]

    /// Nil where `text` has no request line.
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
