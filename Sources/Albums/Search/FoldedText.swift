import CUTF8Proc
import Glibc

/// Text normalized for search: case, diacritics, width and format characters are removed; special Latin letters become
/// basic ones.
public struct FoldedText: Hashable, Sendable {
    /// The folded text in UTF-8.
    public let bytes: [UInt8]

    public init(_ text: String) {
        // A fast path, because most file names are ASCII.
        bytes = text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.map(Self.lowercasedASCII) : Self.foldedUnicode(text)
    }

    /// The folded text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Joins folded components to a path, such as `rome/img_2.jpg`.
    public init(path components: [FoldedText]) {
        bytes = Array(components.map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
    }

    public var withoutSpaces: FoldedText { FoldedText(bytes: bytes.filter { $0 != UInt8(ascii: " ") }) }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether `other` occurs in this text.
    public func contains(_ other: FoldedText) -> Bool {
        bytes.withUnsafeBytes { text in
            other.bytes.withUnsafeBytes { word in
                guard let first = word.first else { return true }
                guard let start = text.baseAddress, let wordStart = word.baseAddress else { return false }
                var offset = 0
                while text.count - offset >= word.count,
                    let found = memchr(start + offset, Int32(first), text.count - word.count - offset + 1)
                {
                    if memcmp(found, wordStart, word.count) == 0 { return true }
                    offset = UnsafeRawPointer(found) - start + 1
                }
                return false
            }
        }
    }

    private static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func foldedUnicode(_ text: String) -> [UInt8] {
        var kept = String.UnicodeScalarView()
        var base: Unicode.Scalar?
        for scalar in decomposed(text) {
            switch scalar.properties.generalCategory {
            case .format: break
            case .nonspacingMark, .enclosingMark, .spacingMark:
                let isAccent = 0x300..<0x370 ~= scalar.value || 0x483..<0x48A ~= scalar.value
                guard let base, scalar.properties.isGraphemeExtend, isAccent || base.losesMarks else {
                    kept.append(scalar)
                    continue
                }
            default:
                base = scalar
                if let basic = basicLetters[scalar] {
                    kept.append(contentsOf: basic.unicodeScalars)
                } else {
                    kept.append(scalar)
                }
            }
        }
        return Array(String(kept).utf8)
    }

    /// Returns the scalars of a text without differences of case and width, each mark after its letter.
    private static func decomposed(_ text: String) -> [Unicode.Scalar] {
        let options = utf8proc_option_t(
            UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue)
        var text = text
        return text.withUTF8 { bytes in
            // A scalar becomes at most 18.
            let scalars = [UInt32](unsafeUninitializedCapacity: 18 * bytes.count) { buffer, count in
                let result = buffer.withMemoryRebound(to: Int32.self) {
                    utf8proc_decompose(bytes.baseAddress, bytes.count, $0.baseAddress, $0.count, options)
                }
                count = min(max(0, result), buffer.count)
            }
            return scalars.compactMap(Unicode.Scalar.init)
        }
    }

    /// Lowercase Latin letters that have no canonical decomposition, and their usual ASCII spelling.
    private static let basicLetters: [Unicode.Scalar: String] = [
        "\u{142}": "l", "\u{19A}": "l", "\u{F8}": "o", "\u{111}": "d", "\u{F0}": "d", "\u{127}": "h", "\u{131}": "i",
        "\u{237}": "j", "\u{138}": "k", "\u{167}": "t", "\u{180}": "b", "\u{1E5}": "g", "\u{268}": "i", "\u{289}": "u",
        "\u{E6}": "ae", "\u{153}": "oe", "\u{DF}": "ss", "\u{FE}": "th", "\u{14B}": "ng", "\u{259}": "e",
    ]
}

extension Unicode.Scalar {
    /// Whether searches ignore the marks of this letter: yes for Latin, Greek and Cyrillic. In other scripts, marks are
    /// vowels or make another letter, as in Japanese.
    fileprivate var losesMarks: Bool { value < 0x590 || 0x1D00..<0x2E80 ~= value || 0xA640..<0xA800 ~= value }
}
