import Albums
import Basics
import HTTP

/// Downloads encoded pictures.
struct PictureFetch: Sendable {
    let send: HTTPSend
    /// The origin of the service that names the pictures.
    let library: HTTPOrigin
    /// Sent only to its scope; pictures may be on other hosts.
    var credential: HTTPCredential?
    /// Maps an error response to a service-specific failure; nil for the default mapping.
    var failure: @Sendable (HTTPResponse) -> LibraryFailure? = { _ in nil }

    /// Fetches a picture to display.
    /// - Parameter isHostOfUser: whether the user's configuration names the host.
    /// - Throws: `PictureFailure.downloadFailed`, or `CancellationError`.
    func bytes(
        at url: String, isHostOfUser: Bool = false, _ priority: LoadPriority
    ) async throws -> FetchedBytes {
        let response = try await response(
            to: HTTPRequest(
                url: url, requester: isHostOfUser ? nil : library, kind: .picture, priority: priority))
        return FetchedBytes(response.body, accept: response.accept, reject: { await response.reject()?.body })
    }

    /// Downloads a picture to save a copy.
    /// - Throws: `PictureFailure.downloadFailed`, or `CancellationError`.
    func original(
        at url: String, isHostOfUser: Bool = false, onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> [UInt8] {
        var request = HTTPRequest(
            url: url, requester: isHostOfUser ? nil : library, kind: .original, priority: .viewed)
        request.listener = TransferListener(onProgress: onProgress)
        return try await response(to: request).body
    }

    private func response(to request: HTTPRequest) async throws -> HTTPResponse {
        let origin = HTTPURL(request.url)?.origin
        var request = request
        if origin == credential?.scope { request.credential = credential }
        do {
            let response = try await send(request)
            guard (200..<300).contains(response.status) else {
                throw failure(response) ?? response.failure(host: origin?.name ?? "")
            }
            return response
        } catch let failure as LibraryFailure {
            throw PictureFailure.downloadFailed(
                origin.map { failure.naming($0.name, inPlaceOf: $0.host) } ?? failure)
        }
    }
}
