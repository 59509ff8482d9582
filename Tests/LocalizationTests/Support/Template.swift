/// The list of all messages for translators, a gettext POT file.
enum Template {
    /// Returns the file's text; a message used in several places is one entry that names them all.
    static func text(of messages: [SourceMessage]) -> String {
        var entries: [[String?]: [SourceMessage]] = [:]
        var order: [[String?]] = []
        for message in messages {
            if entries[message.key] == nil { order.append(message.key) }
            entries[message.key, default: []].append(message)
        }
        return ([header] + order.compactMap { entries[$0].flatMap(entry) }).joined(separator: "\n")
    }

    private static let header = #"""
        # The words of Tintype, as they stand in its sources.
        msgid ""
        msgstr ""
        "Project-Id-Version: Tintype\n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"

        """#

    private static func entry(_ messages: [SourceMessage]) -> String? {
        guard let first = messages.first else { return nil }
        let plural = messages.first { $0.pluralID != nil }
        let arguments = (plural ?? first).arguments
        var lines: [String] = []
        if !arguments.isEmpty {
            lines.append("#. " + arguments.enumerated().map { "{\($0.offset)}: \($0.element)" }.joined(separator: ", "))
            lines.append(contentsOf: files(of: messages))
            lines.append("#, python-brace-format")
        } else {
            lines.append(contentsOf: files(of: messages))
        }
        if let context = first.context { lines.append("msgctxt \(quoted(context))") }
        lines.append("msgid \(quoted(first.id))")
        if let pluralID = plural?.pluralID {
            lines += ["msgid_plural \(quoted(pluralID))", "msgstr[0] \"\"", "msgstr[1] \"\""]
        } else {
            lines.append("msgstr \"\"")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func files(of messages: [SourceMessage]) -> [String] {
        var files: [String] = []
        for message in messages where !files.contains(message.file) { files.append(message.file) }
        return files.map { "#: Sources/\($0)" }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }
}
