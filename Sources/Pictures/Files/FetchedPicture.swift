import Albums

/// An encoded picture that has been fetched into memory.
struct FetchedPicture: EncodedPicture {
    private let bytes: [UInt8]

    /// - Throws: `PictureFailure.empty` if there are no bytes.
    init(_ bytes: [UInt8]) throws(PictureFailure) {
        guard !bytes.isEmpty else { throw .empty }
        self.bytes = bytes
    }

    var size: Int { bytes.count }
    var version: FileVersion? { nil }

    func read(_ count: Int, at offset: Int, stop: DecodeCancellation) throws -> FileBytes {
        let part = bytes[min(offset, size)..<min(size, offset + count)]
        return FileBytes(capacity: part.count) { target in
            target.copyBytes(from: part)
            return part.count
        }
    }
}
