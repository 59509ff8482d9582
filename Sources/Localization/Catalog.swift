import CTranslations

/// The message catalog of one language.
public struct Catalog: Sendable {
    struct Key: Hashable {
        var context: String?
        var id: String
    }

    public let language: Language
    let translations: [Key: [String]]
    let plural: PluralRule

    /// Loads the translation embedded in the executable; English needs none.
    public init(_ language: Language) {
        let text = translation_text_of(language.rawValue)
        self.init(language, PortableObject(UnsafeBufferPointer(start: text.bytes, count: text.count)))
    }

    init(_ language: Language, _ object: PortableObject) {
        self.language = language
        translations = object.translations
        plural = object.header["Plural-Forms"].flatMap(PluralRule.init(header:)) ?? .english
    }

    /// Returns the message in this language; an untranslated message stays in English.
    public func text(of message: Message) -> String {
        filled(template(of: message), with: message.arguments)
    }

    /// Returns the message with a capital at its beginning, unless it begins with an argument.
    func sentence(of message: Message) -> String {
        let template = template(of: message)
        return filled(template.prefix(1).uppercased() + template.dropFirst(), with: message.arguments)
    }

    private func template(of message: Message) -> String {
        translations[Key(context: message.context, id: message.id)]?.first ?? message.id
    }

    /// Returns the message in the plural form for `count`.
    public func text(for count: Int, one: Message, other: Message) -> String {
        let forms = translations[Key(context: one.context, id: one.id)] ?? []
        let form = plural.form(for: count)
        let english = count == 1 ? one.id : other.id
        return filled(forms.indices.contains(form) ? forms[form] : english, with: other.arguments)
    }

    private func filled(_ template: String, with arguments: [Message.Argument]) -> String {
        guard !arguments.isEmpty else { return template }
        var text = ""
        var remainder = template[...]
        while let open = remainder.firstIndex(of: "{") {
            text += remainder[..<open]
            remainder = remainder[open...]
            if let close = remainder.firstIndex(of: "}"),
                let number = Int(remainder[remainder.index(after: open)..<close]),
                arguments.indices.contains(number)
            {
                text += self.text(of: arguments[number])
                remainder = remainder[remainder.index(after: close)...]
            } else {
                text.append(remainder.removeFirst())
            }
        }
        return text + remainder
    }

    private func text(of argument: Message.Argument) -> String {
        switch argument {
        case .text(let text): text
        case .count(let count): language.grouped(count)
        }
    }
}
