import Albums
import FoundationEssentials

/// Fetches the bytes of encoded pictures.
struct PictureFetch: Sendable {
    let send: HTTPSend

    /// The bytes at a URL; no credential is sent there.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func bytes(
        at url: String, _ priority: LoadPriority, onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> [UInt8] {
        var request = HTTPRequest(url: url, kind: .picture, priority: priority)
        request.listener = onProgress.map { TransferListener(onProgress: $0) }
        do {
            let response = try await send(request)
            guard (200..<300).contains(response.status) else {
                throw LibraryFailure.answered(response, host: URLComponents(string: url)?.host ?? url)
            }
            return response.body
        } catch let failure as LibraryFailure {
            throw PictureFailure.unfetched(failure)
        }
    }
}
