/// Why a photo cannot be shown.
public enum PictureFailure: Error, Hashable, Sendable {
    /// The file cannot be opened or read; `reason` is the system's word for it, such as `Permission denied`.
    case unreadable(reason: String)
    /// Not a regular file: a FIFO, socket, device or folder, which is never opened.
    case notAFile
    /// The library does not tell where the picture is.
    case absent
    /// A picture that could not be fetched.
    case unfetched(LibraryFailure)
    /// There is no thumbnail of a favorite, and its library is not open.
    case notKept
    /// The original of a favorite is only in its library, which is not open.
    case elsewhere(library: String)
    /// The file of a favorite does not exist any more; the path is bytes, because a file name need not be UTF-8.
    case gone(path: [UInt8])
    /// The program paints the photo, so there is no original.
    case painted
    /// No bytes at all.
    case empty
    /// No picture format that is known.
    case unknownFormat
    /// A picture in a format that is known but not shown, such as `PSD`.
    case unsupportedFormat(String)
    /// A picture whose data is broken, such as a cut JPEG.
    case damaged(format: String)
    /// More pixels than may be decoded, or more work.
    case tooLarge(width: Int, height: Int)
    /// More bytes than may be read.
    case fileTooLarge(maxBytes: Int)
}
