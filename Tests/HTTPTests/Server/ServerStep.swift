/// A step of the server after it has read a request; the connection stays open after the last step.
enum ServerStep: Sendable {
    case send([UInt8])
    /// Sends nothing until the client leaves.
    case silence
    case close
}

extension [ServerStep] {
    /// Returns a complete, well-formed response.
    static func answer(
        _ status: Int = 200, headers: [String] = [], body: some Sequence<UInt8> = "ok".utf8
    ) -> [ServerStep] {
        let body = [UInt8](body)
        return raw((["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)"] + headers), body: body)
    }

    static func redirect(to location: String, status: Int = 302) -> [ServerStep] {
        answer(status, headers: ["Location: \(location)"], body: [])
    }

    /// Returns a response with exactly these head lines and body bytes.
    static func raw(_ head: [String], body: [UInt8] = []) -> [ServerStep] {
        [.send([UInt8]((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)]
    }
}
