import Albums
import Basics
import Glibc
import Synchronization

/// The last messages that decoders have printed.
final class DecoderLog: Sendable {
    private let lines = Mutex<[DecoderMessage]>([])

    private static let maxMessages = 5
    private static let maxCharacters = 160
    private static let maxBytes = 16 << 10

    var messages: [DecoderMessage] { lines.withLock { $0 } }

    /// Reads the new output of a worker, without waiting.
    ///
    /// - Parameters:
    ///   - file: the file of the worker's last request; nil if there was none, or it was about a picture in memory.
    ///   - failure: how that request ended; nil if it succeeded.
    func read(_ descriptor: Int32, file: IdentifiedFile? = nil, failure: PictureFailure?) {
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.maxBytes) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        add(bytes.split(separator: UInt8(ascii: "\n")), file: file, failure: failure)
    }

    /// Adds lines of output, like `read`.
    func add(_ new: [ArraySlice<UInt8>], file: IdentifiedFile?, failure: PictureFailure?) {
        guard !new.isEmpty else { return }
        let new = new.suffix(Self.maxMessages).map { line in
            // A message may repeat any bytes of a picture.
            let characters = line.prefix(Self.maxCharacters).map {
                (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "?"
            }
            return DecoderMessage(path: file?.path, text: String(characters), failure: failure)
        }
        lines.withLock { $0 = Array(($0 + new).suffix(Self.maxMessages)) }
    }
}

/// A line that a decoder has printed.
public struct DecoderMessage: Hashable, Sendable {
    /// The path of the picture's file; nil if it isn't known.
    public let path: [UInt8]?
    /// Printable ASCII.
    public let text: String
    /// How the request ended; nil if it succeeded.
    public let failure: PictureFailure?
}
