import Albums
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension LibraryFailure {
    /// Maps an error of the HTTP client. Its own description is not used, because it may contain URLs and headers.
    init(transportError error: any Error, host: String) {
        switch error {
        case let failure as LibraryFailure:
            self = failure
        case is TimeLimitExceeded, ChannelError.connectTimeout:
            self = .timedOut(host: host)
        case let error as HTTPClientError where Self.timeouts.contains(error):
            self = .timedOut(host: host)
        case is NIOTooManyBytesError, NIOHTTPDecompression.DecompressionError.limit:
            self = .tooLarge(host: host)
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            self = .notUnderstood(host: host)
        case let error as HTTPParserError where error != .invalidEOFState:
            self = .notUnderstood(host: host)
        default:
            self = .unreachable(host: host, reason: Self.reason(of: error))
        }
    }

    /// Returns the same failure with the display name of the service instead of the host.
    func naming(_ name: String, inPlaceOf host: String) -> LibraryFailure {
        switch self {
        case .unreachable(host, let reason): .unreachable(host: name, reason: reason)
        case .timedOut(host): .timedOut(host: name)
        case .refused(host, let status, let seconds): .refused(host: name, status: status, retryAfter: seconds)
        case .notUnderstood(host): .notUnderstood(host: name)
        case .tooLarge(host): .tooLarge(host: name)
        case .unsafeRedirect(host): .unsafeRedirect(host: name)
        default: self
        }
    }

    private static let timeouts: [HTTPClientError] = [
        .connectTimeout, .tlsHandshakeTimeout, .readTimeout, .writeTimeout, .deadlineExceeded,
        .getConnectionFromPoolTimeout,
    ]

    private static func reason(of error: any Error) -> ConnectionFailure {
        switch error {
        case let error as IOError:
            systemReason(of: error)
        case let error as NIOConnectionError:
            if let failure = error.connectionErrors.last {
                reason(of: failure.error)
            } else {
                .noSuchHost
            }
        case NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])):
            .lost
        case NIOSSLError.handshakeFailed(let error):
            // NIOSSL does not expose the code of the error.
            "\(error)".contains("CERTIFICATE_VERIFY_FAILED") ? .untrusted : .noCommonEncryption
        case is NIOSSLExtraError:
            .wrongHost
        case NIOSSLError.failedToLoadCertificate, NIOSSLError.noSuchFilesystemObject:
            .noAuthorities
        case let error as BoringSSLError:
            // Errors after the handshake come from BoringSSL's "SSL routines", others from reading certificate files.
            "\(error)".contains("SSL routines") ? .lost : .noAuthorities
        default:
            .lost
        }
    }

    private static func systemReason(of error: IOError) -> ConnectionFailure {
        switch error.errnoCode {
        case ECONNREFUSED: .refused
        case ENETUNREACH, ENETDOWN: .noNetwork
        case EHOSTUNREACH, EHOSTDOWN: .noRoute
        default: .lost
        }
    }
}
