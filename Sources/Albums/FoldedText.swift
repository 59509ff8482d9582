import Foundation

/// A text as search sees it: without case, diacritics, width and format characters.
public struct FoldedText: Hashable, Sendable {
    /// The folded text in UTF-8.
    public let bytes: [UInt8]

    public init(_ text: String) {
        // Most file names are ASCII, and Foundation takes a microsecond for each of them.
        bytes = text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.map(Self.lowercasedASCII) : Self.foldedUnicode(text)
    }

    /// Whether `other` occurs in this text.
    public func contains(_ other: FoldedText) -> Bool {
        let needle = other.bytes
        guard let first = needle.first else { return true }
        guard needle.count <= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { hay in
            needle.withUnsafeBufferPointer { needle in
                for start in 0...(hay.count - needle.count) where hay[start] == first {
                    var length = 1
                    while length < needle.count, hay[start + length] == needle[length] { length += 1 }
                    if length == needle.count { return true }
                }
                return false
            }
        }
    }

    private static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func foldedUnicode(_ text: String) -> [UInt8] {
        // Decomposed first: Foundation leaves kana and Hangul as they were written, in one character or in several.
        let folded = text.decomposedStringWithCompatibilityMapping
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: folded.unicodeScalars.filter { $0.properties.generalCategory != .format })
        return Array(String(kept).utf8)
    }
}
