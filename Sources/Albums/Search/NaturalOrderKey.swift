import Glibc

/// A sort key for natural order: `IMG_2` before `IMG_10`, ignoring case, diacritics and width.
///
/// The order is total: texts that fold to the same key are ordered by their bytes. A folder is followed by its
/// contents, and these by the folder's next sibling.
public struct NaturalOrderKey: Comparable, Sendable {
    /// Compared bytewise.
    private let bytes: [UInt8]

    /// Creates a key from a folded text. The `original` bytes, valid UTF-8 or not, break ties.
    public init(_ folded: FoldedText, original: some Collection<UInt8>) {
        var key: [UInt8] = []
        key.reserveCapacity(folded.bytes.count + original.count + 8)
        Self.append(folded.bytes, to: &key)
        key.append(Separator.end)
        key.append(contentsOf: original)
        bytes = key
    }

    public init(_ text: String) {
        self.init(FoldedText(text), original: text.utf8)
    }

    public static func < (left: NaturalOrderKey, right: NaturalOrderKey) -> Bool {
        left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                let common = min(left.count, right.count)
                guard common > 0, let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
                    return left.count < right.count
                }
                let order = memcmp(leftStart, rightStart, common)
                return order == 0 ? left.count < right.count : order < 0
            }
        }
    }

    /// Bytes that sort before every visible character.
    private enum Separator {
        static let end: UInt8 = 0
        static let folder: UInt8 = 1
    }

    /// Encodes each number as a zero digit, its digit count and its digits, so that bytewise order is numeric order.
    private static func append(_ folded: [UInt8], to key: inout [UInt8]) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        var remainder = folded[...]
        while let byte = remainder.first {
            guard digits.contains(byte) else {
                key.append(byte == UInt8(ascii: "/") ? Separator.folder : byte)
                remainder.removeFirst()
                continue
            }
            let number = remainder.prefix { digits.contains($0) }
            remainder = remainder[number.endIndex...]
            let significant = number.drop { $0 == UInt8(ascii: "0") }.prefix(Int(UInt8.max))
            key.append(UInt8(ascii: "0"))
            key.append(UInt8(significant.count))
            key.append(contentsOf: significant)
        }
    }
}
