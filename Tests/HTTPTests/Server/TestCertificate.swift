import TestFixtures

@testable import HTTP

/// A certificate for this machine, self-signed or with an issuer.
struct TestCertificate: Sendable {
    /// The certificate as the only trusted authority.
    let authorities: TrustedAuthorities
    /// The file with the certificate and its key.
    let path: String

    /// Deletes the file with the last copy.
    private let folder: TemporaryFolder

    /// Generates a certificate with the `openssl` command, which is installed along with the system's root
    /// certificates.
    /// - Parameter days: The period of validity; negative for an expired certificate.
    init(names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2, issuer: TestCertificate? = nil) throws {
        // Only a self-signed certificate has the name of its issuer.
        let subject = issuer == nil ? "localhost" : "photos"
        let signer = issuer.map { "-CA \($0.path) -CAkey \($0.path)" } ?? "-signkey $key"
        let pem = try output(
            ofCommand: """
                key=$(mktemp)
                request=$(openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=\(subject) \
                -keyout $key -addext subjectAltName=\(names) -addext basicConstraints=critical,CA:TRUE 2>/dev/null)
                echo "$request" | openssl x509 -req -days \(days) \(signer) -copy_extensions copy 2>/dev/null
                cat $key; rm $key
                """)
        folder = try TemporaryFolder()
        try folder.addFile("certificate.pem", contents: String(decoding: pem, as: UTF8.self))
        path = folder.path + "/certificate.pem"
        authorities = TrustedAuthorities(environment: ["SSL_CERT_FILE": path])
    }

    func serverContext(
        applicationProtocol: String? = nil, latest: TLSVersion = .tls13, requiresClientCertificate: Bool = false
    ) throws -> TLSContext {
        try TLSContext(
            file: path, applicationProtocol: applicationProtocol, latest: latest,
            requiresClientCertificate: requiresClientCertificate)
    }
}
