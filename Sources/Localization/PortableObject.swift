/// A parsed gettext [PO file](https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html).
///
/// Fuzzy, obsolete and untranslated entries are omitted.
struct PortableObject {
    private(set) var translations: [Catalog.Key: [String]] = [:]
    /// The header fields, from the entry with an empty `msgid`.
    private(set) var header: [String: String] = [:]

    private enum Field {
        case context, id, pluralID
        case translation(Int)
    }

    private var context: String?
    private var id: String?
    private var forms: [String] = []
    private var field: Field?
    private var isFuzzy = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) { read(line) }
        endEntry()
    }

    private mutating func read(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
        guard let first = line.first else { return }
        if first == UInt8(ascii: "#") {
            // A comment precedes its entry, so it ends the previous one.
            endEntry()
            if line.starts(with: "#, ".utf8), String(decoding: line, as: UTF8.self).contains("fuzzy") { isFuzzy = true }
            return
        }
        guard let open = line.firstIndex(of: UInt8(ascii: "\"")), let close = line.lastIndex(of: UInt8(ascii: "\"")),
            open < close
        else { return }
        begin(line[..<open])
        append(Self.unescaped(line[line.index(after: open)..<close]))
    }

    /// Starts the field of a keyword; a line without a keyword continues the current field.
    private mutating func begin(_ keyword: Slice<UnsafeBufferPointer<UInt8>>) {
        if keyword.starts(with: "msgctxt".utf8) {
            endEntry()
            context = ""
            field = .context
        } else if keyword.starts(with: "msgid_plural".utf8) {
            field = .pluralID
        } else if keyword.starts(with: "msgid".utf8) {
            if id != nil { endEntry() }
            id = ""
            field = .id
        } else if keyword.starts(with: "msgstr".utf8) {
            field = .translation(forms.count)
            forms.append("")
        }
    }

    private mutating func append(_ text: String) {
        switch field {
        case .context: context?.append(text)
        case .id: id?.append(text)
        case .translation(let form): forms[form].append(text)
        case .pluralID, nil: break
        }
    }

    private mutating func endEntry() {
        guard let id else { return }
        if id.isEmpty {
            for line in forms.first?.split(separator: "\n") ?? [] {
                guard let colon = line.firstIndex(of: ":") else { continue }
                header[String(line[..<colon])] = String(line[line.index(after: colon)...].drop { $0 == " " })
            }
        } else if !isFuzzy, !forms.contains("") {
            translations[Catalog.Key(context: context, id: id)] = forms
        }
        context = nil
        self.id = nil
        forms = []
        field = nil
        isFuzzy = false
    }

    /// Resolves escape sequences in a quoted string.
    private static func unescaped(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var isEscape = false
        for byte in bytes {
            if !isEscape, byte == UInt8(ascii: "\\") {
                isEscape = true
                continue
            }
            switch byte {
            case UInt8(ascii: "n") where isEscape: text.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t") where isEscape: text.append(UInt8(ascii: "\t"))
            default: text.append(byte)
            }
            isEscape = false
        }
        return String(decoding: text, as: UTF8.self)
    }
}
