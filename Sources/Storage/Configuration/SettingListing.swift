/// A setting with its current value, as `tintype config --print` lists it.
public struct SettingListing: Hashable, Sendable {
    /// The name with its section, if it has one, in TOML syntax.
    public let name: String
    /// The value in TOML syntax; nil if unset.
    public let value: String?
    /// The default in TOML syntax; nil if the setting has none.
    public let defaultValue: String?
    /// The setting's position in the file; nil if the file does not set it.
    public let position: TextPosition?

    /// Quotes a string for TOML.
    public static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\u{00}"..."\u{1F}", "\u{7F}":
                "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// Returns a name as a TOML key, quoted if that is necessary.
    public static func key(_ name: String) -> String {
        func isBare(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
            default: false
            }
        }
        return !name.isEmpty && name.unicodeScalars.allSatisfy(isBare) ? name : quoted(name)
    }

    public init(name: String, value: String?, defaultValue: String?, position: TextPosition?) {
        self.name = name
        self.value = value
        self.defaultValue = defaultValue
        self.position = position
    }
}

/// The description of a setting in the manual.
public struct SettingDescription: Hashable, Sendable {
    /// The name with its section, if it has one.
    public let name: String
    /// The default in TOML syntax; nil if the setting has none.
    public let defaultValue: String?
    /// The type that the value must have.
    public let type: SettingType
    /// The help text: complete sentences in English.
    public let help: String
}
