/// What a server does after it has read a request, in order; the connection stays open at the end.
enum ServerStep: Sendable {
    case send([UInt8])
    /// Says nothing for as long as the client stays.
    case silence
    case close
}

extension [ServerStep] {
    /// A whole answer, as a well behaved server sends it.
    static func answer(
        _ status: Int = 200, headers: [String] = [], body: some Sequence<UInt8> = "ok".utf8
    ) -> [ServerStep] {
        let body = [UInt8](body)
        return raw((["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)"] + headers), body: body)
    }

    static func redirect(to location: String, status: Int = 302) -> [ServerStep] {
        answer(status, headers: ["Location: \(location)"], body: [])
    }

    /// Exactly these lines as the head of an answer, and exactly these bytes after them.
    static func raw(_ head: [String], body: [UInt8] = []) -> [ServerStep] {
        [.send([UInt8]((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)]
    }
}
