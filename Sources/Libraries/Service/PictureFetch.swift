import Albums

/// Fetches the bytes of encoded pictures.
struct PictureFetch: Sendable {
    let send: HTTPSend

    /// The bytes at a URL, to be shown; no credential is sent there.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func bytes(at url: String, _ priority: LoadPriority) async throws -> [UInt8] {
        try await bytes(HTTPRequest(url: url, kind: .picture, priority: priority))
    }

    /// The bytes at a URL, for a copy to keep; no credential is sent there.
    /// - Throws: `PictureFailure.unfetched`, or `CancellationError`.
    func original(at url: String, onProgress: @escaping @Sendable (TransferProgress) -> Void) async throws -> [UInt8] {
        var request = HTTPRequest(url: url, kind: .original, priority: .viewed)
        request.listener = TransferListener(onProgress: onProgress)
        return try await bytes(request)
    }

    private func bytes(_ request: HTTPRequest) async throws -> [UInt8] {
        do {
            let response = try await send(request)
            guard (200..<300).contains(response.status) else {
                throw LibraryFailure.answered(response, host: try request.origin.host)
            }
            return response.body
        } catch let failure as LibraryFailure {
            throw PictureFailure.unfetched(failure)
        }
    }
}
