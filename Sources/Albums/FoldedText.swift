import Foundation

/// A text as search sees it: without case, diacritics, width and format characters.
public struct FoldedText: Hashable, Sendable {
    /// The folded text in UTF-8.
    public let bytes: [UInt8]

    public init(_ text: String) {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: folded.unicodeScalars.filter { $0.properties.generalCategory != .format })
        bytes = Array(String(kept).utf8)
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
}
