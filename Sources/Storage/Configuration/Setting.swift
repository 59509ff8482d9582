import Albums

/// A setting of the configuration file: its name, its valid values, and how it is stored in `Configuration`.
struct Setting {
    /// The name with its section, such as `cache.disk`; some settings have no section.
    let name: String
    /// The type that the value must have.
    let type: SettingType
    /// The description in the manual.
    let help: String
    /// Stores a value; returns false if it is invalid.
    let store: (TOMLValue, inout Configuration) -> Bool
    /// Returns the value in TOML syntax; nil if it is unset and has no default.
    let value: (Configuration) -> String?

    /// Creates a setting for a size in megabytes, stored in bytes.
    static func megabytes(
        _ name: String, _ path: WritableKeyPath<Configuration, Int>, help: String
    ) -> Setting {
        Setting(
            name: name, type: .megabytes, help: help,
            store: { value, configuration in
                guard let megabytes = value.int, (0...1_000_000).contains(megabytes) else { return false }
                configuration[keyPath: path] = megabytes << 20
                return true
            },
            value: { String($0[keyPath: path] >> 20) })
    }

    /// Creates a setting for one of several names, or `auto`, which is stored as nil.
    static func choice(
        _ name: String, of names: [String], _ path: WritableKeyPath<Configuration, String?>, help: String
    ) -> Setting {
        Setting(
            name: name, type: .choice(["auto"] + names), help: help,
            store: { value, configuration in
                guard let text = value.string, text == "auto" || names.contains(text) else { return false }
                configuration[keyPath: path] = text == "auto" ? nil : text
                return true
            },
            value: { SettingListing.quoted($0[keyPath: path] ?? "auto") })
    }

    /// Creates a setting for one of several names.
    static func choice(
        _ name: String, of names: [String], _ path: WritableKeyPath<Configuration, String>, help: String
    ) -> Setting {
        Setting(
            name: name, type: .choice(names), help: help,
            store: { value, configuration in
                guard let text = value.string, names.contains(text) else { return false }
                configuration[keyPath: path] = text
                return true
            },
            value: { SettingListing.quoted($0[keyPath: path]) })
    }

    /// Creates a setting for a duration in seconds within a range.
    static func seconds(
        _ name: String, _ range: ClosedRange<Double>, _ path: WritableKeyPath<Configuration, Double>, help: String
    ) -> Setting {
        Setting(
            name: name,
            type: .seconds(range), help: help,
            store: { value, configuration in
                guard let seconds = value.number, range.contains(seconds) else { return false }
                configuration[keyPath: path] = seconds
                return true
            },
            value: { shortest($0[keyPath: path]) })
    }

    /// Creates a setting for a Boolean.
    static func flag(_ name: String, _ path: WritableKeyPath<Configuration, Bool>, help: String) -> Setting {
        Setting(
            name: name, type: .flag, help: help,
            store: { value, configuration in
                guard let flag = value.bool else { return false }
                configuration[keyPath: path] = flag
                return true
            },
            value: { "\($0[keyPath: path])" })
    }

    /// Creates a setting for a Boolean, stored as nil if unset, which mostly means true.
    static func flag(_ name: String, _ path: WritableKeyPath<Configuration, Bool?>, help: String) -> Setting {
        Setting(
            name: name, type: .flag, help: help,
            store: { value, configuration in
                guard let flag = value.bool else { return false }
                configuration[keyPath: path] = flag
                return true
            },
            value: { "\($0[keyPath: path] ?? true)" })
    }

    /// Creates a setting for a number within a range, stored as nil if unset.
    static func number(
        _ name: String, _ range: ClosedRange<Double>, _ path: WritableKeyPath<Configuration, Double?>, help: String
    ) -> Setting {
        Setting(
            name: name, type: .number(range), help: help,
            store: { value, configuration in
                guard let number = value.number, range.contains(number) else { return false }
                configuration[keyPath: path] = number
                return true
            },
            value: { $0[keyPath: path].map { "\($0)" } })
    }

    /// Creates a setting for a non-empty string.
    static func text(
        _ name: String, _ kind: SettingType, _ path: WritableKeyPath<Configuration, String?>, help: String
    ) -> Setting {
        Setting(
            name: name, type: kind, help: help,
            store: { value, configuration in
                guard let text = value.string, !text.isEmpty else { return false }
                configuration[keyPath: path] = text
                return true
            },
            value: { $0[keyPath: path].map(SettingListing.quoted) })
    }

    /// Creates a setting for the names of a color label: a string, or a list of strings.
    static func labelNames(_ name: String, of label: ColorLabel, help: String) -> Setting {
        Setting(
            name: name, type: .names, help: help,
            store: { value, configuration in
                let names = value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
                guard !names.isEmpty, value.array.map({ $0.count == names.count }) ?? true,
                    names.allSatisfy({ name in name.contains { !$0.isWhitespace } })
                else { return false }
                configuration.labels[label] = names
                return true
            },
            value: { configuration in
                guard let names = configuration.labels[label], names.count > 1 else {
                    return SettingListing.quoted(LabelNames(configuration.labels).name(of: label))
                }
                return "[\(names.map(SettingListing.quoted).joined(separator: ", "))]"
            })
    }

    /// Creates a setting for a color such as `#f2b66d`.
    static func color(_ name: String, _ path: WritableKeyPath<Configuration, HexColor?>, help: String) -> Setting {
        Setting(
            name: name, type: .color, help: help,
            store: { value, configuration in
                guard let color = value.string.flatMap(HexColor.init) else { return false }
                configuration[keyPath: path] = color
                return true
            },
            value: { $0[keyPath: path].map { SettingListing.quoted($0.description) } })
    }

    /// Formats a number without a zero fraction: `5`, not `5.0`.
    private static func shortest(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

/// The type of a setting's value.
public enum SettingType: Hashable, Sendable {
    case megabytes
    /// One of several names. Settings that allow `auto` list it too.
    case choice([String])
    case number(ClosedRange<Double>)
    case seconds(ClosedRange<Double>)
    /// A Boolean.
    case flag
    case path
    /// The path or address of a library.
    case location
    case address
    /// A command line for the shell.
    case commandLine
    case text
    /// The name of a key, or an array of names.
    case keys
    /// A color such as `#f2b66d`.
    case color
    /// A name, or an array of names.
    case names
}
