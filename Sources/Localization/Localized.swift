import Synchronization

/// A message in the language of the interface.
///
/// The English text has to stand here as a literal, so that it can be found for translators.
public func localized(_ message: Message) -> String {
    Catalog.current.text(of: message)
}

/// A message that is the same as another in English only.
public func localized(_ message: Message, context: String) -> String {
    localized(Message(message, context: context))
}

/// A message for so many things: `localized(count, one: "\(count) photo", other: "\(count) photos")`.
public func localized(_ count: Int, one: Message, other: Message) -> String {
    Catalog.current.text(for: count, one: one, other: other)
}

extension Catalog {
    /// Where the words of the interface come from.
    public static var current: Catalog { trial ?? chosen.withLock { $0 } }

    /// The language of the interface from now on; English until one is chosen, before anything is shown.
    public static func choose(_ language: Language) {
        let catalog = Catalog(language)
        chosen.withLock { $0 = catalog }
    }

    private static let chosen = Mutex(Catalog(.english))
    /// In place of the chosen one, in a task that tries a language.
    @TaskLocal package static var trial: Catalog?
}
