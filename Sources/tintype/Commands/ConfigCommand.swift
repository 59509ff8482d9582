import ArgumentParser
import Localization
import Storage

/// Prints the path of the configuration file, or all settings.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print the path of the configuration file, or all settings.")

    @Flag(help: "Print every setting with its value, default and source.")
    var print = false

    @OptionGroup
    var language: LanguageOption

    /// The maximum width for aligning comments; longer lines don't widen the column.
    private static let maxWidth = 60

    func run() throws {
        let file = ConfigurationFile.ofUser
        guard print else { return try StandardOutput.write(columns: [file.path]) }
        let contents = file.readAndCheck()
        language.choose(contents.configuration)
        for problem in contents.problems { StandardError.write(line: "tintype: \(problem.message)") }
        let listing = file.listing(of: contents) + SettingListing.keys(of: contents)
        let width = listing.map(\.line.count).filter { $0 <= Self.maxWidth }.max() ?? 0
        try StandardOutput.write(
            lines: listing.map { setting in
                let gap = String(repeating: " ", count: max(0, width - setting.line.count))
                return "\(setting.line)\(gap)  # \(setting.origin)"
            })
        if !contents.problems.isEmpty { throw ExitCode.failure }
    }
}

extension SettingListing {
    /// A setting without a value is a comment, so that the lines are a file that can be read.
    fileprivate var line: String { value.map { "\(name) = \($0)" } ?? "# \(name) = \(Self.notSet)" }

    fileprivate var origin: String {
        guard let position else { return localized("default") }
        let line = position.line
        return value == defaultValue
            ? localized("config.toml, line \(ungrouped: line)")
            : localized("config.toml, line \(ungrouped: line); default \(defaultValue ?? Self.notSet)")
    }

    private static var notSet: String { localized("(not set)") }
}
