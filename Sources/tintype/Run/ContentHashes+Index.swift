import Libraries
import Storage

extension ContentHashes {
    /// Creates the port that remembers hashes in the index of photos.
    init(_ index: PhotoIndex) {
        self.init(
            sample: { index.sample(of: $0.path, ContentKey($0)) },
            whole: { index.hash(of: $0.path, ContentKey($0), cancellation: $1) })
    }
}

extension ContentKey {
    fileprivate init(_ file: HashedFile) {
        self.init(identity: file.identity, bytes: file.bytes, modified: file.modified)
    }
}
