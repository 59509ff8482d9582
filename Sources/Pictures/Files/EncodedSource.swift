import Albums
import Basics
import Glibc

/// The current location of an encoded picture's bytes.
public enum EncodedSource: Sendable {
    case file(path: [UInt8])
    case memory([UInt8])
    /// An open file of this size, which the caller closes.
    case open(descriptor: Int32, bytes: Int)

    /// Checks that the first bytes are of a supported picture format.
    public func checkFormat() throws(PictureFailure) {
        do {
            _ = try open().format(cancellation: DecodeCancellation())
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
        case .open(let descriptor, let bytes): OpenFile(descriptor: descriptor, size: bytes)
        }
    }
}

/// The kinds of files that have pixels.
enum EncodedContent: Hashable {
    case picture(PictureFormat)
    case video(VideoFormat)
}

/// The bytes of an encoded picture, in a file or in memory.
protocol EncodedPicture {
    /// The number of bytes, at least one.
    var size: Int { get }
    /// The version of the file being read; nil for bytes in memory.
    var version: IdentifiedFile? { get }

    /// Reads up to `count` bytes from `offset`; fewer at the end.
    func read(_ count: Int, at offset: Int, cancellation: DecodeCancellation) throws -> FileBytes

    /// Maps the whole file into memory, so that only the parts that are used are read; nil if that is impossible.
    func mapped() -> FileBytes?
}

extension EncodedPicture {
    func mapped() -> FileBytes? { nil }

    /// Detects the format from the content.
    /// - Throws: `PictureFailure.unsupportedFormat`, also for a video, or `.unknownFormat`.
    func format(cancellation: DecodeCancellation) throws -> PictureFormat {
        switch try content(cancellation: cancellation) {
        case .picture(let format): return format
        case .video(let format): throw PictureFailure.unsupportedFormat(format.rawValue)
        }
    }

    /// Detects the format from the content.
    /// - Throws: `PictureFailure.unsupportedFormat` or `.unknownFormat`.
    func content(cancellation: DecodeCancellation) throws -> EncodedContent {
        let head = try read(4096, at: 0, cancellation: cancellation)
        if let format = PictureFormat.matching(head.bytes) {
            // The first directory of a TIFF may be anywhere.
            if format == .tiff, let offset = RAWSignature.directoryOffset(head.bytes), offset >= head.count / 2 {
                let part = try read(4096, at: offset, cancellation: cancellation)
                if RAWSignature.matches(head.bytes, directory: part.bytes) { return .picture(.raw) }
            }
            return .picture(format)
        }
        if let format = VideoFormat(head: head.bytes) { return .video(format) }
        let tail = try read(26, at: max(0, size - 26), cancellation: cancellation)
        if let name = UnsupportedFormat.name(head: head.bytes, tail: tail.bytes) {
            throw PictureFailure.unsupportedFormat(name)
        }
        throw PictureFailure.unknownFormat
    }
}

/// An encoded picture that has been fetched into memory.
struct FetchedPicture: EncodedPicture {
    private let bytes: [UInt8]

    /// - Throws: `PictureFailure.empty` if there are no bytes.
    init(_ bytes: [UInt8]) throws(PictureFailure) {
        guard !bytes.isEmpty else { throw .empty }
        self.bytes = bytes
    }

    var size: Int { bytes.count }
    var version: IdentifiedFile? { nil }

    func read(_ count: Int, at offset: Int, cancellation: DecodeCancellation) throws -> FileBytes {
        let part = bytes[min(offset, size)..<min(size, offset + count)]
        return FileBytes(capacity: part.count) { target in
            target.copyBytes(from: part)
            return part.count
        }
    }
}

/// An encoded picture at a stable memory address, because the decoding libraries keep pointers into it.
final class FileBytes {
    let bytes: UnsafeRawBufferPointer
    private let memory: UnsafeMutableRawBufferPointer
    private let storage: Storage

    private enum Storage {
        case allocated, mapped
        case part(of: FileBytes)
    }

    /// - Parameter fill: writes into the memory and returns the number of bytes written.
    init(capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
        memory = .allocate(byteCount: max(capacity, 1), alignment: 16)
        storage = .allocated
        do {
            bytes = UnsafeRawBufferPointer(rebasing: memory[..<(try fill(memory))])
        } catch {
            memory.deallocate()
            throw error
        }
    }

    /// Maps the beginning of a file; nil if the system refuses.
    ///
    /// If another program truncates the file, reading the missing part raises SIGBUS, which ends this process: a worker
    /// in the program, but the whole process with `InProcessDecoding`.
    init?(mapping descriptor: Int32, count: Int) {
        guard count > 0, let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            return nil
        }
        memory = UnsafeMutableRawBufferPointer(start: start, count: count)
        bytes = UnsafeRawBufferPointer(memory)
        storage = .mapped
    }

    /// Shares the memory of a part of other bytes.
    /// - Precondition: the part isn't empty.
    init(_ range: Range<Int>, of whole: FileBytes) {
        precondition(!range.isEmpty)
        bytes = UnsafeRawBufferPointer(rebasing: whole.bytes[range])
        memory = UnsafeMutableRawBufferPointer(mutating: bytes)
        storage = .part(of: whole)
    }

    deinit {
        switch storage {
        case .allocated: memory.deallocate()
        case .mapped: munmap(memory.baseAddress, memory.count)
        case .part: break
        }
    }

    var count: Int { bytes.count }

    /// The address of the first byte, in the type that the C libraries expect.
    var start: UnsafePointer<UInt8> {
        UnsafePointer(memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self))
    }
}
