import Albums

/// The bytes of an encoded picture, in a file or in memory.
protocol EncodedPicture {
    /// The number of bytes, at least one.
    var size: Int { get }
    /// The version of the file being read; nil for bytes in memory.
    var version: FileVersion? { get }

    /// Reads up to `count` bytes from `offset`; fewer at the end.
    func read(_ count: Int, at offset: Int, stop: DecodeCancellation) throws -> FileBytes
}

extension EncodedPicture {
    /// Detects the format from the content.
    /// - Throws: `PictureFailure.unsupportedFormat` or `.unknownFormat`.
    func format(stop: DecodeCancellation) throws -> PictureFormat {
        let head = try read(4096, at: 0, stop: stop)
        if let format = PictureFormat(head: head.bytes) { return format }
        let tail = try read(26, at: max(0, size - 26), stop: stop)
        if let name = UnsupportedFormat.name(head: head.bytes, tail: tail.bytes) {
            throw PictureFailure.unsupportedFormat(name)
        }
        throw PictureFailure.unknownFormat
    }
}
