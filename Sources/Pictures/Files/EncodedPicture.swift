import Albums

/// The bytes of an encoded picture, wherever they are.
protocol EncodedPicture {
    /// How many bytes there are; at least one.
    var size: Int { get }
    /// The file that the bytes are read from; nil where they are in memory.
    var version: FileVersion? { get }

    /// The bytes from `offset`, fewer than `count` where they end.
    func read(_ count: Int, at offset: Int, stop: DecodeStop) throws -> FileBytes
}

extension EncodedPicture {
    /// The format by the content.
    /// - Throws: `PictureFailure.unsupportedFormat` or `.unknownFormat`.
    func format(stop: DecodeStop) throws -> PictureFormat {
        let head = try read(4096, at: 0, stop: stop)
        if let format = PictureFormat(head: head.bytes) { return format }
        let tail = try read(26, at: max(0, size - 26), stop: stop)
        if let name = UnshownFormat.name(head: head.bytes, tail: tail.bytes) {
            throw PictureFailure.unsupportedFormat(name)
        }
        throw PictureFailure.unknownFormat
    }
}
