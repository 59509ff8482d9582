import Albums

/// The current location of an encoded picture's bytes.
public enum EncodedSource: Sendable {
    case file(path: [UInt8])
    case memory([UInt8])

    /// Checks that the first bytes are of a supported picture format.
    public func checkFormat() throws(PictureFailure) {
        do {
            _ = try open().format(stop: DecodeCancellation())
        } catch let failure as PictureFailure {
            throw failure
        } catch {
            // Only cancellation throws another error, and this decode is never cancelled.
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
