/// Where the bytes of an encoded picture are now.
public enum EncodedSource: Sendable {
    case file(path: [UInt8])
    case memory([UInt8])

    /// - Throws: `PictureFailure`.
    func open() throws -> any EncodedPicture {
        switch self {
        case .file(let path): try PictureFile(path: path)
        case .memory(let bytes): try FetchedPicture(bytes)
        }
    }
}
