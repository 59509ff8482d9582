import Basics

/// The reason a photo cannot be shown.
public enum PictureFailure: Error, Hashable, Sendable {
    /// The file cannot be opened or read; `reason` is the system's message, such as `Permission denied`.
    case unreadable(reason: String)
    /// The path is not a regular file but a FIFO, socket, device or folder, which is never opened.
    case notAFile
    /// The library does not know the picture's URL.
    case noPicture
    /// The picture could not be downloaded.
    case downloadFailed(LibraryFailure)
    /// The favorite has no thumbnail yet, and its library is not open.
    case noThumbnail
    /// The original of the favorite is only in its library, which is not open.
    case inAnotherLibrary(String)
    /// The favorite's file no longer exists. The path is bytes, because file names need not be UTF-8.
    case missingFile(path: [UInt8])
    /// The photo has no original, because its library generates it.
    case noOriginal
    /// The file is empty.
    case empty
    /// The data is not in a known picture format.
    case unknownFormat
    /// The format is known but not supported, such as `PSD`.
    case unsupportedFormat(String)
    /// The library that decodes the format is not installed; a package of Debian has it.
    case missingLibrary(format: String, package: String)
    /// The data is corrupt, such as a truncated JPEG.
    case damaged(format: String)
    /// Decoding took too much time, and was stopped.
    case tookTooLong
    /// Decoding needed too much memory, and was stopped.
    case neededTooMuchMemory
    /// The decoder crashed.
    case decoderCrashed
    /// The picture exceeds the limits on pixels.
    case tooLarge(width: Int, height: Int)
    /// The file exceeds the size limit.
    case fileTooLarge(maxBytes: Int)
    /// The video has no frame to show.
    case noVideoFrame(VideoFrameFailure)
}

/// The reason that no frame of a video can be shown.
public enum VideoFrameFailure: Hashable, Sendable {
    /// No program that reads videos is installed.
    case noProgram
    /// The system can't keep that program from doing anything else, so it isn't started.
    case unprotected
    /// The program found no frame, or was stopped.
    case failed
}
