import TOMLKit

/// A setting of the configuration file: what it is called, what it may be, and where it is kept.
struct Setting {
    /// The section and the name in it, such as `cache.disk`, or a name without a section.
    let name: String
    let needed: SettingKind
    /// What it is for, as the manual says it.
    let help: String
    /// Takes a value over; false if it is not what is needed.
    let take: (any TOMLValueConvertible, inout Configuration) -> Bool
    /// The value, as it is written in the file; nil where nothing is set and nothing stands for that.
    let value: (Configuration) -> String?

    /// Megabytes in the file, bytes in the program.
    static func megabytes(
        _ name: String, _ path: WritableKeyPath<Configuration, Int>, help: String
    ) -> Setting {
        Setting(
            name: name, needed: .megabytes, help: help,
            take: { value, configuration in
                guard let megabytes = value.int, (0...1_000_000).contains(megabytes) else { return false }
                configuration[keyPath: path] = megabytes << 20
                return true
            },
            value: { String($0[keyPath: path] >> 20) })
    }

    /// One of some names; `auto` for none of them.
    static func choice(
        _ name: String, of names: [String], _ path: WritableKeyPath<Configuration, String?>, help: String
    ) -> Setting {
        Setting(
            name: name, needed: .choice(["auto"] + names), help: help,
            take: { value, configuration in
                guard let text = value.string, text == "auto" || names.contains(text) else { return false }
                configuration[keyPath: path] = text == "auto" ? nil : text
                return true
            },
            value: { SettingListing.quoted($0[keyPath: path] ?? "auto") })
    }

    /// One of some names.
    static func choice(
        _ name: String, of names: [String], _ path: WritableKeyPath<Configuration, String>, help: String
    ) -> Setting {
        Setting(
            name: name, needed: .choice(names), help: help,
            take: { value, configuration in
                guard let text = value.string, names.contains(text) else { return false }
                configuration[keyPath: path] = text
                return true
            },
            value: { SettingListing.quoted($0[keyPath: path]) })
    }

    /// A number of seconds within a range.
    static func seconds(
        _ name: String, _ range: ClosedRange<Double>, _ path: WritableKeyPath<Configuration, Double>, help: String
    ) -> Setting {
        Setting(
            name: name,
            needed: .seconds(range), help: help,
            take: { value, configuration in
                guard let seconds = number(value), range.contains(seconds) else { return false }
                configuration[keyPath: path] = seconds
                return true
            },
            value: { shortest($0[keyPath: path]) })
    }

    /// Something that is so or not.
    static func flag(_ name: String, _ path: WritableKeyPath<Configuration, Bool>, help: String) -> Setting {
        Setting(
            name: name, needed: .flag, help: help,
            take: { value, configuration in
                guard let flag = value.bool else { return false }
                configuration[keyPath: path] = flag
                return true
            },
            value: { "\($0[keyPath: path])" })
    }

    /// A number within a range; nil in the program where nothing is set.
    static func number(
        _ name: String, _ range: ClosedRange<Double>, _ path: WritableKeyPath<Configuration, Double?>, help: String
    ) -> Setting {
        Setting(
            name: name, needed: .number(range), help: help,
            take: { value, configuration in
                guard let number = number(value), range.contains(number) else { return false }
                configuration[keyPath: path] = number
                return true
            },
            value: { $0[keyPath: path].map { "\($0)" } })
    }

    /// Any text but an empty one.
    static func text(
        _ name: String, _ kind: SettingKind, _ path: WritableKeyPath<Configuration, String?>, help: String
    ) -> Setting {
        Setting(
            name: name, needed: kind, help: help,
            take: { value, configuration in
                guard let text = value.string, !text.isEmpty else { return false }
                configuration[keyPath: path] = text
                return true
            },
            value: { $0[keyPath: path].map(SettingListing.quoted) })
    }

    /// A color as `#f2b66d`.
    static func color(_ name: String, _ path: WritableKeyPath<Configuration, HexColor?>, help: String) -> Setting {
        Setting(
            name: name, needed: .color, help: help,
            take: { value, configuration in
                guard let color = value.string.flatMap(HexColor.init) else { return false }
                configuration[keyPath: path] = color
                return true
            },
            value: { $0[keyPath: path].map { SettingListing.quoted($0.description) } })
    }

    /// A number with or without a fraction.
    private static func number(_ value: any TOMLValueConvertible) -> Double? {
        value.double ?? value.int.map(Double.init)
    }

    /// Without a fraction where there is none.
    private static func shortest(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}
