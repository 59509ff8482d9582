import ArgumentParser
import FoundationEssentials
import Localization
import Storage

/// In which language the program speaks: the option, else the configuration, else the environment.
struct LanguageOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The language of the interface; that of the configuration or the locale unless told.",
            valueName: "language"))
    var language: Language?

    /// To be called before there is anything to say.
    func choose(_ configuration: Configuration) {
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
