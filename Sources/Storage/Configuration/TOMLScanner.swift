/// Finds the positions of values in a TOML document, and rejects input that the parser cannot handle safely.
///
/// The parser keeps no positions of valid input, stops silently at a NUL character, recurses once per part of a dotted
/// key, and aborts the program at a table header without a name, at some characters outside strings and comments, and at
/// a brace between the elements of an array.
struct TOMLScanner {
    typealias SyntaxError = ConfigurationProblem.SyntaxError

    /// The maximum nesting depth: deeper than any setting, yet safe for the parser's recursion.
    static let maxDepth = 32

    /// The document without its byte order mark.
    var text: String { String(String.UnicodeScalarView(scalars)) }

    /// Positions of values and tables by key path, such as `cache.disk`.
    private(set) var positions: [String: TextPosition] = [:]

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var position = TextPosition(line: 1, column: 1)
    /// Numbers, Boolean values, dates and times in TOML 1.0.
    private lazy var bareValue =
        #/
        true | false | [+-]? (?: inf | nan )
        | [+-]? [0-9] (?: _? [0-9] )* (?: \. [0-9] (?: _? [0-9] )* )? (?: [eE] [+-]? [0-9] (?: _? [0-9] )* )?
        | 0x [0-9A-Fa-f] (?: _? [0-9A-Fa-f] )* | 0o [0-7] (?: _? [0-7] )* | 0b [01] (?: _? [01] )*
        | [0-9]{4} - [0-9]{2} - [0-9]{2}
          (?: [Tt\x20] [0-9]{2} : [0-9]{2} (?: : [0-9]{2} (?: \. [0-9]+ )? )? (?: [Zz] | [+-] [0-9]{2} : [0-9]{2} )? )?
        | [0-9]{2} : [0-9]{2} (?: : [0-9]{2} (?: \. [0-9]+ )? )?
        /#
    /// The key path of the current table header.
    private var table: [String] = []

    init(_ bytes: [UInt8]) throws(SyntaxError) {
        scalars = try Self.decode(bytes)
        while let scalar = current {
            switch scalar {
            case " ", "\t", "\r", "\n": advance()
            case "#": skipLine()
            case "[":
                try readHeader()
                try skipRemainder()
            default:
                try readPair(in: table, depth: 0)
                try skipRemainder()
            }
        }
    }

    private static func decode(_ bytes: [UInt8]) throws(SyntaxError) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(bytes.count)
        var position = TextPosition(line: 1, column: 1)
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return scalars
            case .error: throw .invalidUTF8(position)
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if scalar == "\u{FEFF}", scalars.isEmpty { continue }
                guard scalar != "\0" else { throw .nulCharacter(position) }
                scalars.append(scalar)
                position = position.after(scalar)
            }
        }
    }

    // MARK: Statements

    private mutating func readHeader() throws(SyntaxError) {
        let start = position
        advance()
        if current == "[" { advance() }
        skipBlanks()
        guard let first = current, first == "]" || Self.startsKey(first) else {
            throw .notTOML(position, "expected the name of a table")
        }
        table = try readKey(in: [])
        record(start, for: table[...])
    }

    private static func startsKey(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.properties.isAlphabetic || "0123456789-_\"'".unicodeScalars.contains(scalar)
    }

    private mutating func readPair(in path: [String], depth: Int) throws(SyntaxError) {
        let start = position
        let path = try readKey(in: path)
        guard current == "=" else { return }
        advance()
        skipBlanks()
        record(start, for: path.dropLast())
        positions[path.joined(separator: ".")] = position
        try readValue(of: path, depth: depth)
    }

    /// Records the first position of a table and of each parent table.
    private mutating func record(_ position: TextPosition, for path: ArraySlice<String>) {
        var path = path
        while !path.isEmpty, positions[path.joined(separator: ".")] == nil {
            positions[path.joined(separator: ".")] = position
            path = path.dropLast()
        }
    }

    /// Reads a dotted key; returns its parts appended to `path`.
    private mutating func readKey(in path: [String]) throws(SyntaxError) -> [String] {
        var path = path
        while let scalar = current {
            guard path.count < Self.maxDepth else { throw .tooDeep(position, limit: Self.maxDepth) }
            path.append(scalar == "\"" || scalar == "'" ? try readString(scalar) : try readBareKey())
            skipBlanks()
            guard current == "." else { break }
            advance()
            skipBlanks()
        }
        return path
    }

    private mutating func readBareKey() throws(SyntaxError) -> String {
        var key = String.UnicodeScalarView()
        while let scalar = current, !" \t\r\n.=#,[]{}\"'".unicodeScalars.contains(scalar) {
            try checkCharacter()
            key.append(scalar)
            advance()
        }
        return String(key)
    }

    // MARK: Values

    private mutating func readValue(of path: [String], depth: Int) throws(SyntaxError) {
        switch current {
        case "\"", "'": _ = try readString(current ?? "\"")
        case "[":
            try readList(until: "]", depth: depth) { (scanner: inout TOMLScanner) throws(SyntaxError) in
                try scanner.readValue(of: path, depth: depth + 1)
            }
        case "{":
            try readList(until: "}", depth: depth) { (scanner: inout TOMLScanner) throws(SyntaxError) in
                try scanner.readPair(in: path, depth: depth + 1)
            }
        default: try readBareValue()
        }
    }

    /// Reads a number, a Boolean value, a date or a time. Other text is rejected here, because failed assertions of
    /// toml++ 3.4 would abort the program.
    private mutating func readBareValue() throws(SyntaxError) {
        let start = position
        var text = String.UnicodeScalarView()
        while let scalar = current, !",]}#\n".unicodeScalars.contains(scalar) {
            try checkCharacter()
            text.append(scalar)
            advance()
        }
        while let last = text.last, " \t\r".unicodeScalars.contains(last) { text.removeLast() }
        guard String(text).wholeMatch(of: bareValue) != nil else { throw .notTOML(start, "expected a value") }
    }

    /// Reads the elements of an array or inline table. Stops at invalid input, which the parser reports.
    private mutating func readList(
        until end: Unicode.Scalar, depth: Int, _ readElement: (inout TOMLScanner) throws(SyntaxError) -> Void
    ) throws(SyntaxError) {
        guard depth < Self.maxDepth else { throw .tooDeep(position, limit: Self.maxDepth) }
        advance()
        while let scalar = current {
            switch scalar {
            case end: return advance()
            case " ", "\t", "\r", "\n", ",": advance()
            case "#": skipLine()
            default:
                let start = index
                try readElement(&self)
                guard index > start else { return }
            }
        }
    }

    /// Reads a string at the current position: basic or literal, on one line or several.
    private mutating func readString(_ quote: Unicode.Scalar) throws(SyntaxError) -> String {
        let isMultiLine = isAt(quote, count: 3)
        let quoteCount = isMultiLine ? 3 : 1
        for _ in 0..<quoteCount { advance() }
        var text = String.UnicodeScalarView()
        while let scalar = current, isMultiLine || scalar != "\n" {
            if isAt(quote, count: quoteCount) {
                for _ in 0..<quoteCount { advance() }
                // The text may itself end in up to two quotes, just before the closing three.
                while isMultiLine, current == quote { advance() }
                break
            }
            let start = position
            advance()
            guard scalar == "\\", quote == "\"" else {
                text.append(scalar)
                continue
            }
            guard let escaped = readEscape() else { continue }
            guard escaped != "\0" else { throw .nulCharacter(start) }
            text.append(escaped)
        }
        return String(text)
    }

    /// Reads an escape sequence after its backslash; returns nil if it yields no character, as at a line continuation.
    private mutating func readEscape() -> Unicode.Scalar? {
        guard let letter = current, letter != "\n" else { return nil }
        advance()
        switch letter {
        case "b": return "\u{8}"
        case "t": return "\t"
        case "n": return "\n"
        case "f": return "\u{C}"
        case "r": return "\r"
        case "e": return "\u{1B}"
        case "x": return readHexadecimal(digits: 2)
        case "u": return readHexadecimal(digits: 4)
        case "U": return readHexadecimal(digits: 8)
        default: return letter
        }
    }

    private mutating func readHexadecimal(digits: Int) -> Unicode.Scalar? {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = current.flatMap({ Character($0).hexDigitValue }) else { return nil }
            value = value << 4 | UInt32(digit)
            advance()
        }
        return Unicode.Scalar(value)
    }

    // MARK: Characters

    private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func isAt(_ scalar: Unicode.Scalar, count: Int) -> Bool {
        let upcoming = scalars[index...].prefix(count)
        return upcoming.count == count && upcoming.allSatisfy { $0 == scalar }
    }

    private mutating func advance() {
        guard let current else { return }
        position = position.after(current)
        index += 1
    }

    private mutating func skipBlanks() {
        while current == " " || current == "\t" { advance() }
    }

    /// Skips the line after a table header or a value, where only a comment is valid.
    private mutating func skipRemainder() throws(SyntaxError) {
        while let current, current != "\n", current != "#" {
            try checkCharacter()
            advance()
        }
        skipLine()
    }

    /// Throws if the current character is valid only in strings and comments.
    private func checkCharacter() throws(SyntaxError) {
        guard let current, !(" "..."~").contains(current), !"\t\r\n".unicodeScalars.contains(current) else { return }
        throw .notTOML(position, "unexpected character U+\(String(current.value, radix: 16, uppercase: true))")
    }

    private mutating func skipLine() {
        while let current, current != "\n" { advance() }
    }
}

extension TextPosition {
    /// Returns the position after `scalar`.
    fileprivate func after(_ scalar: Unicode.Scalar) -> TextPosition {
        scalar == "\n" ? TextPosition(line: line + 1, column: 1) : TextPosition(line: line, column: column + 1)
    }
}

/// A position in a text: line and column, both starting at 1.
public struct TextPosition: Hashable, Comparable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (first: TextPosition, second: TextPosition) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }
}
