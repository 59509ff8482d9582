import ArgumentParser
import FoundationEssentials
import Localization
import Storage

/// Selects the interface language: the option, else the configuration, else the environment.
struct LanguageOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The language of the interface; by default, from the configuration or the locale.",
            valueName: "language"))
    var language: Language?

    /// Must be called before the first output.
    func choose(_ configuration: Configuration) {
        // Other languages have letters that ASCII lacks.
        guard StandardOutput.repertoire == .unicode else { return Catalog.choose(.english) }
        Catalog.choose(
            language ?? configuration.language.flatMap(Language.init(name:))
                ?? Language(environment: ProcessInfo.processInfo.environment))
    }
}

extension Language: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(name: argument)
    }
}
