/// A connection of a server, with or without TLS.
public protocol ByteStream: Sendable {
    /// Waits for bytes. Returns none at the end and after a failure.
    func receive() -> [UInt8]

    /// Sends bytes. Returns false if the client has closed the connection.
    func send(_ bytes: [UInt8]) -> Bool
}

extension ByteStream {
    /// Waits for an HTTP/1.1 request. Returns nil at the end of the connection.
    public func receiveRequest() -> ReceivedRequest? {
        var received: [UInt8] = []
        while true {
            let bytes = receive()
            guard !bytes.isEmpty else { return nil }
            received += bytes
            if let request = ReceivedRequest(String(decoding: received, as: UTF8.self)) { return request }
        }
    }
}
