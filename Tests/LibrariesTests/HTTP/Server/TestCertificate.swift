import NIOSSL

/// A certificate for this machine that nobody has signed but itself.
struct TestCertificate: Sendable {
    let certificate: NIOSSLCertificate
    /// With its key.
    let pem: [UInt8]
    private let key: NIOSSLPrivateKey

    /// Made by the command `openssl`, which comes with the certificates that a system trusts.
    ///
    /// - Parameter days: for how long it can be used, less than zero for one whose time is over.
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
    ///   - protocols: what a server offers to speak, such as `h2`.
    ///   - latest: the newest version of TLS that it speaks.
    ///   - asksForCertificate: whether a client must show one as well.
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
