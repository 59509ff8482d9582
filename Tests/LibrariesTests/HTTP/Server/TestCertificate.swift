import NIOSSL

/// A self-signed certificate for this machine.
struct TestCertificate: Sendable {
    let certificate: NIOSSLCertificate
    /// The certificate and its key.
    let pem: [UInt8]
    private let key: NIOSSLPrivateKey

    /// Generates a certificate with the `openssl` command, which is installed along with the system's root
    /// certificates.
    /// - Parameter days: The period of validity; negative for an expired certificate.
    init(names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2) throws {
        pem = try output(
            ofCommand: """
                key=$(mktemp)
                request=$(openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost \
                -keyout $key -addext subjectAltName=\(names) -addext basicConstraints=critical,CA:TRUE 2>/dev/null)
                echo "$request" | openssl x509 -req -days \(days) -signkey $key -copy_extensions copy 2>/dev/null
                cat $key; rm $key
                """)
        certificate = try NIOSSLCertificate(bytes: pem, format: .pem)
        key = try NIOSSLPrivateKey(bytes: pem, format: .pem)
    }

    /// - Parameters:
    /// - protocols: The protocols the server offers in ALPN, such as `h2`.
    /// - latest: The newest TLS version of the server.
    /// - asksForCertificate: Whether the server requires a client certificate.
    func serverContext(
        protocols: [String] = [], latest: TLSVersion = .tlsv13, asksForCertificate: Bool = false
    ) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
        configuration.applicationProtocols = protocols
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = latest
        if asksForCertificate { configuration.certificateVerification = .noHostnameVerification }
        return try NIOSSLContext(configuration: configuration)
    }
}
