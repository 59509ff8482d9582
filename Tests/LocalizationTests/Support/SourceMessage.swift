import Foundation

/// A translatable message found in the sources.
struct SourceMessage: Hashable {
    var context: String?
    var id: String
    /// The English plural, if the message has one.
    var pluralID: String?
    var arguments: [String]
    var file: String

    /// Identifies the message for translators; equal keys share one entry.
    var key: [String?] { [context, id] }

    /// The calls that take translatable literals.
    private static let calls = ["localized", "Message", "KeyBinding", "NoEffect"]

    /// Returns the messages of all sources, in file and line order.
    static func all() throws -> [SourceMessage] { try found.get() }

    /// The sources are scanned once for all tests, because that takes a second.
    private static let found = Result<[SourceMessage], any Error> {
        try ["Screens", "tintype"].flatMap { module in
            let folder = Self.sources.appendingPathComponent(module)
            let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return try files.filter { $0.hasSuffix(".swift") }.sorted().flatMap { file in
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                return messages(in: text, file: "\(module)/\(file)")
            }
        }
    }

    /// The folder of all modules.
    static var sources: URL {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources").standardized
    }

    static func messages(in text: String, file: String) -> [SourceMessage] {
        var messages: [SourceMessage] = []
        var source = SwiftText(text)
        while !source.isAtEnd {
            let name = source.takeName()
            if calls.contains(String(name)) {
                if source.next == "<" { while !source.isAtEnd, source.next != "(" { source.skip() } }
                if source.take("(") { messages += call(of: name, &source, file: file) }
            } else if name.isEmpty, !source.takeComment(), source.takeLiteral() == nil {
                source.skip()
            }
        }
        return messages
    }

    /// Returns the messages in the arguments of a call, nested calls included.
    private static func call(of name: Substring, _ source: inout SwiftText, file: String) -> [SourceMessage] {
        var found: [SourceMessage] = []
        var inner: [SourceMessage] = []
        var context: String?
        var label = ""
        var depth = 1
        while depth > 0, !source.isAtEnd {
            let word = source.takeName()
            if !word.isEmpty {
                if source.take(":") {
                    label = String(word)
                } else if calls.contains(String(word)), source.take("(") {
                    inner += call(of: word, &source, file: file)
                }
                continue
            }
            if source.takeComment() { continue }
            if let literal = source.takeLiteral() {
                guard depth == 1, label != "name" else { continue }
                if label == "context" {
                    context = literal.text
                } else if label == "other", let last = found.indices.last {
                    found[last].pluralID = literal.text
                    found[last].arguments = literal.arguments
                } else {
                    let hint = name == "KeyBinding" && label == "hint" ? "hint" : nil
                    found.append(.init(context: hint, id: literal.text, arguments: literal.arguments, file: file))
                }
                continue
            }
            switch source.next {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case ",": if depth == 1 { label = "" }
            default: break
            }
            source.skip()
        }
        if let context {
            found = found.map {
                var new = $0; new.context = context; return new
            }
        }
        return found + inner
    }
}
