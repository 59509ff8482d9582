import Libraries
import Storage

extension ContentHashes {
    /// Creates the port that remembers hashes in the index of photos.
    init(_ index: PhotoIndex) {
        self.init(
            sample: { index.sample(of: $0.path, $0.identity) },
            whole: { index.hash(of: $0.path, $0.identity, cancellation: $1) })
    }
}
