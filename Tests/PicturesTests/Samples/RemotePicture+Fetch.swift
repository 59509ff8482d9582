import Albums
import Basics

extension RemotePicture {
    /// Creates a picture of unknown size without an original.
    init(fetch: @escaping @Sendable (_ width: Int, _ priority: LoadPriority) async throws -> [UInt8]) {
        self.init(size: nil, fetch: { FetchedBytes(try await fetch($0, $1)) }) { _ in
            throw PictureFailure.empty
        }
    }
}
