import Albums

/// Where the bytes of an encoded picture are now.
public enum EncodedSource: Sendable {
    case file(path: [UInt8])
    case memory([UInt8])

    /// Checks by the first bytes that this is a picture of a format that is shown.
    public func checkFormat() throws(PictureFailure) {
        do {
            _ = try open().format(stop: DecodeStop())
        } catch let failure as PictureFailure {
            throw failure
        } catch {
            // Only a decode that was told to stop ends otherwise.
        }
    }

    /// - Throws: `PictureFailure`.
    func open() throws -> any EncodedPicture {
        switch self {
        case .file(let path): try PictureFile(path: path)
        case .memory(let bytes): try FetchedPicture(bytes)
        }
    }
}
