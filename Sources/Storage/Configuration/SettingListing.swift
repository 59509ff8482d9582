/// A setting as it is told to a person.
public struct SettingListing: Hashable, Sendable {
    /// The section and the name in it, or a name without a section.
    public let name: String
    /// As the file has it; nil where nothing is set.
    public let value: String?
    /// What it is when the file does not say; nil for nothing.
    public let standard: String?
    /// Where in the file it is set; nil where the file does not say.
    public let place: TextPlace?

    /// A text as TOML has it.
    public static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    public init(name: String, value: String?, standard: String?, place: TextPlace?) {
        self.name = name
        self.value = value
        self.standard = standard
        self.place = place
    }
}

/// What a setting is for, as the manual says it.
public struct SettingDescription: Hashable, Sendable {
    /// The section and the name in it, or a name without a section.
    public let name: String
    /// What it is when the file does not say; nil for nothing.
    public let standard: String?
    public let needed: SettingKind
    /// Whole sentences in English.
    public let help: String
}
