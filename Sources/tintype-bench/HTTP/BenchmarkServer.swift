import Glibc

/// A server on loopback with a thread for each connection; every response has the same body.
enum BenchmarkServer {
    static let bodySize = 50_000

    private static let response =
        Array("HTTP/1.1 200 OK\r\nContent-Length: \(bodySize)\r\n\r\n".utf8) + [UInt8](repeating: 120, count: bodySize)

    static func run() -> Never {
        signal(SIGPIPE, SIG_IGN)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else {
            perror("tintype-bench")
            exit(EXIT_FAILURE)
        }
        print("http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
        fflush(nil)
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            var thread = pthread_t()
            let error = pthread_create(
                &thread, nil,
                { context in
                    BenchmarkServer.serve(Int32(Int(bitPattern: context)))
                    return nil
                }, UnsafeMutableRawPointer(bitPattern: Int(connection)))
            if error == 0 { pthread_detach(thread) } else { close(connection) }
        }
    }

    private static func serve(_ connection: Int32) {
        defer { close(connection) }
        var request = [UInt8](repeating: 0, count: 8192)
        // Requests without a body arrive in one piece.
        while read(connection, &request, request.count) > 0 {
            var sent = 0
            while sent < response.count {
                let count = response[sent...].withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                sent += count
            }
        }
    }
}
