/// A language of the interface, with its gettext name.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case japanese = "ja"
    case simplifiedChinese = "zh_CN"
    case brazilianPortuguese = "pt_BR"

    /// Parses the name of a language or locale: `de`, `de_AT.UTF-8`, `pt-BR`, `zh_Hans_SG`.
    ///
    /// Returns nil for unsupported languages, including Traditional Chinese, which uses another script.
    public init?(name: String) {
        let parts = name.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "_" || $0 == "-" }
        switch parts.first {
        case "en", "c", "posix": self = .english
        case "de": self = .german
        case "es": self = .spanish
        case "fr": self = .french
        case "ja": self = .japanese
        case "pt": self = .brazilianPortuguese
        case "zh" where !parts.contains { ["tw", "hk", "mo", "hant"].contains($0) }: self = .simplifiedChinese
        default: return nil
        }
    }

    /// Selects a language as gettext does: `LANGUAGE` is a priority list, ignored in the C locale.
    public init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let isPlain = ["C", "POSIX"].contains(locale.prefix { $0 != "." })
        let list = isPlain ? [] : (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        self = (list + [locale]).lazy.compactMap(Language.init(name:)).first ?? .english
    }
}
