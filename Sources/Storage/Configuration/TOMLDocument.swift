/// A value of a TOML document.
indirect enum TOMLValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    /// A date, a time or both, as written.
    case date(String)
    case array([TOMLValue])
    case table([String: TOMLValue])

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var int: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
    /// The value of an integer or a float.
    var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .float(let number): number
        default: nil
        }
    }
    var bool: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    var array: [TOMLValue]? { if case .array(let values) = self { values } else { nil } }
    var table: [String: TOMLValue]? { if case .table(let values) = self { values } else { nil } }
}

/// A document in TOML 1.0 (https://toml.io/en/v1.0.0), with the positions of its values.
struct TOMLDocument {
    typealias SyntaxError = ConfigurationProblem.SyntaxError

    /// The maximum depth of keys, arrays and inline tables: deeper than any setting, yet safe for recursion.
    static let maxDepth = 32

    /// Positions of values and tables by key path, such as `cache.disk`.
    private(set) var positions: [String: TextPosition] = [:]
    /// The position of the first NUL character that is escaped in a string or a key.
    private(set) var nulPosition: TextPosition?

    private let root = Table(.header)
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var position = TextPosition(line: 1, column: 1)

    /// A table while it is being read.
    private final class Table {
        enum Origin {
            /// Named by a header, or only a part of the name in a header.
            case header, partOfHeader
            /// A part of a dotted key, which later keys of the same table extend.
            case dottedKey
        }

        enum Entry {
            case value(TOMLValue)
            case table(Table)
            /// The tables of `[[name]]`.
            case tables([Table])
        }

        var origin: Origin
        var entries: [String: Entry] = [:]

        init(_ origin: Origin) { self.origin = origin }

        var value: TOMLValue {
            .table(
                entries.mapValues { entry in
                    switch entry {
                    case .value(let value): value
                    case .table(let table): table.value
                    case .tables(let tables): .array(tables.map(\.value))
                    }
                })
        }
    }

    /// The values of the document by key.
    var values: [String: TOMLValue] { root.value.table ?? [:] }

    /// - Parameter bytes: UTF-8, with or without a byte order mark.
    init(_ bytes: [UInt8]) throws(SyntaxError) {
        scalars = try Self.decode(bytes)
        var (table, path): (Table, [String]) = (root, [])
        while current != nil {
            skipBlanks()
            if current == "[" {
                (table, path) = try readHeader()
            } else if let current, current != "\n", current != "#" {
                try readPair(into: table, at: path, depth: 0)
            }
            try readEndOfLine()
        }
    }

    private static func decode(_ bytes: [UInt8]) throws(SyntaxError) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(bytes.count)
        var position = TextPosition(line: 1, column: 1)
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var isFirst = true
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return scalars
            case .error: throw .invalidUTF8(position)
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                defer { isFirst = false }
                if scalar == "\u{FEFF}", isFirst { continue }
                switch scalar {
                case "\0": throw .nulCharacter(position)
                case "\n" where scalars.last == "\r": scalars.removeLast()
                case "\t", "\n", "\r": break
                case "\u{1}"..<" ", "\u{7F}": throw unexpected(scalar, position)
                default: break
                }
                scalars.append(scalar)
                position = position.after(scalar)
            }
        }
    }

    // MARK: Statements

    /// Reads the name of a table, or of an element of an array of tables.
    private mutating func readHeader() throws(SyntaxError) -> (Table, [String]) {
        let start = position
        advance()
        let isElement = current == "["
        if isElement { advance() }
        skipBlanks()
        let path = try readKey("expected the name of a table", in: [])
        for _ in 0..<(isElement ? 2 : 1) { try expect("]") }
        var table = root
        for name in path.dropLast() {
            switch table.entries[name] {
            case nil: table = add(name, .partOfHeader, to: table)
            case .table(let next): table = next
            case .tables(let tables): table = tables.last ?? table
            default: throw alreadyDefined(path, start)
            }
        }
        let name = path.last ?? ""
        switch table.entries[name] {
        case nil where !isElement: table = add(name, .header, to: table)
        case .table(let next) where next.origin == .partOfHeader && !isElement:
            next.origin = .header
            table = next
        case nil,
            .tables where isElement:
            var tables: [Table] = if case .tables(let former) = table.entries[name] { former } else { [] }
            tables.append(Table(.header))
            table.entries[name] = .tables(tables)
            table = tables[tables.count - 1]
        default: throw alreadyDefined(path, start)
        }
        record(start, for: path[...])
        return (table, path)
    }

    private mutating func readPair(into table: Table, at path: [String], depth: Int) throws(SyntaxError) {
        let start = position
        let keyPath = try readKey("expected a key", in: path)
        try expect("=")
        skipBlanks()
        record(start, for: keyPath.dropLast())
        var table = table
        for name in keyPath[path.count...].dropLast() {
            switch table.entries[name] {
            case nil: table = add(name, .dottedKey, to: table)
            case .table(let next) where next.origin == .dottedKey: table = next
            default: throw alreadyDefined(keyPath, start)
            }
        }
        let name = keyPath.last ?? ""
        guard table.entries[name] == nil else { throw alreadyDefined(keyPath, start) }
        positions[keyPath.joined(separator: ".")] = position
        table.entries[name] = .value(try readValue(at: keyPath, depth: depth))
    }

    private func add(_ name: String, _ origin: Table.Origin, to table: Table) -> Table {
        let new = Table(origin)
        table.entries[name] = .table(new)
        return new
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
    private mutating func readKey(_ expectation: String, in path: [String]) throws(SyntaxError) -> [String] {
        var path = path
        repeat {
            if !path.isEmpty, current == "." { advance() }
            skipBlanks()
            guard path.count < Self.maxDepth else { throw .tooDeep(position, limit: Self.maxDepth) }
            switch current {
            case "\"", "'":
                guard let quote = current, !isAt(quote, count: 3) else { throw .notTOML(position, expectation) }
                path.append(try readString(quote))
            default:
                let start = position
                let name = readWhile {
                    $0.isASCII && $0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "-" || $0 == "_"
                }
                guard !name.isEmpty else { throw .notTOML(start, expectation) }
                path.append(name)
            }
            skipBlanks()
        } while current == "."
        return path
    }

    // MARK: Values

    private mutating func readValue(at path: [String], depth: Int) throws(SyntaxError) -> TOMLValue {
        switch current {
        case "\"", "'": return .string(try readString(current ?? "\""))
        case "[":
            var values: [TOMLValue] = []
            try readList(until: "]", depth: depth) { (document: inout TOMLDocument) throws(SyntaxError) in
                values.append(try document.readValue(at: path, depth: depth + 1))
            }
            return .array(values)
        case "{":
            let table = Table(.dottedKey)
            try readList(until: "}", depth: depth) { (document: inout TOMLDocument) throws(SyntaxError) in
                try document.readPair(into: table, at: path, depth: depth + 1)
            }
            // An inline table can't be extended later, so its value is final.
            return table.value
        default: return try readBareValue()
        }
    }

    /// Reads the elements of an array, which may be on several lines and end with a comma, or of an inline table.
    private mutating func readList(
        until end: Unicode.Scalar, depth: Int, _ readElement: (inout TOMLDocument) throws(SyntaxError) -> Void
    ) throws(SyntaxError) {
        guard depth < Self.maxDepth else { throw .tooDeep(position, limit: Self.maxDepth) }
        let isArray = end == "]"
        func skip(_ document: inout TOMLDocument) throws(SyntaxError) {
            document.skipBlanks()
            while isArray, document.current == "\n" || document.current == "#" {
                try document.readEndOfLine()
                document.skipBlanks()
            }
        }
        advance()
        try skip(&self)
        var isFirst = true
        while current != end || !isFirst && !isArray {
            try readElement(&self)
            isFirst = false
            try skip(&self)
            if current == end { break }
            guard current == "," else { throw unexpected }
            advance()
            try skip(&self)
        }
        advance()
    }

    /// Reads a number, a Boolean value, a date or a time.
    private mutating func readBareValue() throws(SyntaxError) -> TOMLValue {
        let start = position
        let isPart = { (scalar: Unicode.Scalar) in
            scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
                || "+-_.:".unicodeScalars.contains(scalar)
        }
        var text = readWhile(isPart)
        // A space may separate a date from a time.
        if text.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) != nil, current == " ", let next = scalar(after: 1),
            "0"..."9" ~= next
        {
            advance()
            text += " " + readWhile(isPart)
        }
        guard let value = Self.value(of: text) else { throw .notTOML(start, "expected a value") }
        return value
    }

    private static func value(of text: String) -> TOMLValue? {
        if text == "true" || text == "false" { return .boolean(text == "true") }
        let digits = text.filter { $0 != "_" }
        if text.wholeMatch(of: #/[+-]?(?:0|[1-9](?:_?[0-9])*)/#) != nil { return Int64(digits).map { .integer($0) } }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
            guard text.dropFirst(2).wholeMatch(of: #/[0-9A-Fa-f](?:_?[0-9A-Fa-f])*/#) != nil else { return nil }
            return Int64(digits.dropFirst(2), radix: radix).map { .integer($0) }
        }
        if let match = text.wholeMatch(of: #/([+-]?)(inf|nan)/#) {
            let number = match.2 == "inf" ? Double.infinity : .nan
            return .float(match.1 == "-" ? -number : number)
        }
        let float = #/[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?/#
        if text.wholeMatch(of: float) != nil { return Double(digits).map { .float($0) } }
        return isDate(text) ? .date(text) : nil
    }

    private static func isDate(_ text: String) -> Bool {
        let date = #/([0-9]{4})-([0-9]{2})-([0-9]{2})/#
        let time = #/([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?/#
        let zone = #/[Zz]|[+-]([0-9]{2}):([0-9]{2})/#
        var rest = Substring(text)
        var hasDate = false
        if let match = rest.prefixMatch(of: date) {
            guard let year = Int(match.1), let month = Int(match.2), let day = Int(match.3), 1...12 ~= month else {
                return false
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            guard 1...days ~= day else { return false }
            rest = rest[match.range.upperBound...]
            if rest.isEmpty { return true }
            guard let separator = rest.popFirst(), "Tt ".contains(separator) else { return false }
            hasDate = true
        }
        guard let match = rest.prefixMatch(of: time), match.1 < "24", match.2 < "60", match.3 <= "60" else {
            return false
        }
        rest = rest[match.range.upperBound...]
        if rest.isEmpty { return true }
        guard hasDate, let match = rest.wholeMatch(of: zone) else { return false }
        return match.1.map { $0 < "24" } ?? true && match.2.map { $0 < "60" } ?? true
    }

    /// Reads a string: basic or literal, on one line or several.
    private mutating func readString(_ quote: Unicode.Scalar) throws(SyntaxError) -> String {
        let start = position
        let isMultiline = isAt(quote, count: 3)
        let quoteCount = isMultiline ? 3 : 1
        for _ in 0..<quoteCount { advance() }
        if isMultiline, current == "\n" { advance() }
        var text = String.UnicodeScalarView()
        while let scalar = current, isMultiline || scalar != "\n" {
            if isAt(quote, count: quoteCount) {
                // The text itself may end in up to two quotes.
                var count = quoteCount
                while isMultiline, count < 5, isAt(quote, count: count + 1) { count += 1 }
                for _ in quoteCount..<count { text.append(quote) }
                for _ in 0..<count { advance() }
                return String(text)
            }
            guard scalar != "\r" else { throw unexpected }
            if scalar == "\\", quote == "\"" {
                if let escaped = try readEscape(isMultiline: isMultiline) { text.append(escaped) }
            } else {
                text.append(scalar)
                advance()
            }
        }
        throw .notTOML(start, "the string has no end")
    }

    /// Reads an escape sequence; returns nil for the end of a line, after which blanks and lines are skipped.
    private mutating func readEscape(isMultiline: Bool) throws(SyntaxError) -> Unicode.Scalar? {
        let start = position
        advance()
        if isMultiline, current == "\n" || current == " " || current == "\t" {
            skipBlanks()
            guard current == "\n" else { throw unexpected }
            while current == "\n" || current == " " || current == "\t" { advance() }
            return nil
        }
        guard let letter = current else { throw .notTOML(start, "unknown escape sequence") }
        advance()
        let simple: [Unicode.Scalar: Unicode.Scalar] = [
            "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
        ]
        if let scalar = simple[letter] { return scalar }
        let digits: Int? = letter == "u" ? 4 : letter == "U" ? 8 : nil
        guard let digits, index + digits <= scalars.count,
            let value = UInt32(String(String.UnicodeScalarView(scalars[index..<index + digits])), radix: 16),
            scalars[index] != "+", let scalar = Unicode.Scalar(value)
        else { throw .notTOML(start, "unknown escape sequence") }
        for _ in 0..<digits { advance() }
        if value == 0, nulPosition == nil { nulPosition = start }
        return scalar
    }

    // MARK: Characters

    private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func scalar(after count: Int) -> Unicode.Scalar? {
        index + count < scalars.count ? scalars[index + count] : nil
    }

    private func isAt(_ scalar: Unicode.Scalar, count: Int) -> Bool {
        let upcoming = scalars[index...].prefix(count)
        return upcoming.count == count && upcoming.allSatisfy { $0 == scalar }
    }

    private mutating func advance() {
        guard let current else { return }
        position = position.after(current)
        index += 1
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(SyntaxError) {
        guard current == scalar else { throw unexpected }
        advance()
    }

    private mutating func readWhile(_ isPart: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let current, isPart(current) {
            text.append(current)
            advance()
        }
        return String(text)
    }

    private mutating func skipBlanks() {
        while current == " " || current == "\t" { advance() }
    }

    /// Skips blanks, a comment and the end of the line; anything else is an error.
    private mutating func readEndOfLine() throws(SyntaxError) {
        skipBlanks()
        if current == "#" {
            while let current, current != "\n" {
                guard current != "\r" else { throw unexpected }
                advance()
            }
        }
        guard current == nil || current == "\n" else { throw unexpected }
        advance()
    }

    private var unexpected: SyntaxError {
        guard let current, current != "\n" else { return .notTOML(position, "unexpected end of the line") }
        return Self.unexpected(current, position)
    }

    private static func unexpected(_ scalar: Unicode.Scalar, _ position: TextPosition) -> SyntaxError {
        let name = " "..."~" ~= scalar ? "\(scalar)" : "U+\(String(scalar.value, radix: 16, uppercase: true))"
        return .notTOML(position, "unexpected character \(name)")
    }

    private func alreadyDefined(_ path: [String], _ position: TextPosition) -> SyntaxError {
        .notTOML(position, "\(path.joined(separator: ".")) is already defined")
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
