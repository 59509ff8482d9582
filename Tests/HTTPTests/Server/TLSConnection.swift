import TLSAcceptor
import TestFixtures

/// A server's settings for TLS. OpenSSL allows several threads to use them.
final class TLSContext: @unchecked Sendable {
    fileprivate let context: OpaquePointer

    struct InvalidCertificate: Error {}

    /// - Parameters:
    ///   - file: A PEM file with the certificate and its key.
    ///   - applicationProtocol: The protocol the server offers in ALPN, such as `h2`.
    ///   - requiresClientCertificate: Whether the server requires a client certificate.
    init(
        file: String, applicationProtocol: String? = nil, requiresClientCertificate: Bool = false
    ) throws {
        func make(_ applicationProtocol: UnsafePointer<CChar>?) -> OpaquePointer? {
            file.withCString { file in
                tls_context_make(
                    tls_options(
                        file: file, protocol: applicationProtocol,
                        requires_client_certificate: requiresClientCertificate))
            }
        }
        let made = applicationProtocol?.withCString { make($0) } ?? make(nil)
        guard let made else { throw InvalidCertificate() }
        context = made
    }

    deinit {
        tls_context_free(context)
    }
}

/// The server's side of an encrypted connection, used by one thread.
final class TLSConnection: ByteStream, @unchecked Sendable {
    private let session: OpaquePointer
    private let connection: SocketConnection

    /// Performs the handshake; nil if it fails.
    init?(_ connection: SocketConnection, _ context: TLSContext) {
        guard let session = tls_session_accept(context.context, connection.descriptor) else { return nil }
        self.session = session
        self.connection = connection
    }

    deinit {
        tls_session_free(session)
    }

    func receive() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
            count = tls_session_receive(session, buffer.baseAddress, buffer.count)
        }
    }

    func send(_ bytes: [UInt8]) -> Bool {
        tls_session_send(session, bytes, bytes.count)
    }
}
