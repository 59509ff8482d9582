import NIOSSL

/// A certificate for this machine that nobody has signed but itself.
struct TestCertificate: Sendable {
    let certificate: NIOSSLCertificate
    private let key: NIOSSLPrivateKey

    /// Made by the command `openssl`, which comes with the certificates that a system trusts.
    init() throws {
        let pem = try output(
            ofCommand: """
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout /dev/stdout 2>/dev/null
                """)
        certificate = try NIOSSLCertificate(bytes: pem, format: .pem)
        key = try NIOSSLPrivateKey(bytes: pem, format: .pem)
    }

    /// - Parameter protocols: what a server offers to speak, such as `h2`.
    func serverContext(protocols: [String] = []) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }
}
