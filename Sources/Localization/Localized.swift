import Synchronization

/// Returns the message in the language of the interface.
///
/// The English text must be a literal, because a tool extracts it for translators.
public func localized(_ message: Message) -> String {
    Catalog.current.text(of: message)
}

/// Returns the message with a capital at its beginning, unless it begins with an argument such as a name.
public func localizedSentence(_ message: Message) -> String {
    Catalog.current.sentence(of: message)
}

/// Returns the message in the interface language. A context separates messages that are the same in English only.
public func localized(_ message: Message, context: String) -> String {
    localized(Message(message, context: context))
}

/// Returns the plural form for `count`: `localized(count, one: "\(count) photo", other: "\(count) photos")`.
public func localized(_ count: Int, one: Message, other: Message) -> String {
    Catalog.current.text(for: count, one: one, other: other)
}

extension Catalog {
    /// The catalog of the interface.
    public static var current: Catalog { trial ?? chosen.withLock { $0 } }

    /// Sets the language of the interface. Must be called before the first output; the default is English.
    public static func choose(_ language: Language) {
        let catalog = Catalog(language)
        chosen.withLock { $0 = catalog }
    }

    private static let chosen = Mutex(Catalog(.english))
    /// Overrides the chosen catalog within a task, to try out a language.
    @TaskLocal package static var trial: Catalog?
}
