/// A command's description in the JSON of swift-argument-parser's help dump.
struct CommandDescription: Decodable {
    struct Root: Decodable {
        var command: CommandDescription
    }

    struct Argument: Decodable {
        enum Kind: String, Decodable {
            case positional, option, flag
        }

        struct Name: Decodable {
            enum Kind: String, Decodable {
                case long, short, longWithSingleDash
            }

            var kind: Kind
            var name: String

            /// The option with its leading dashes.
            var written: String { (kind == .long ? "--" : "-") + name }
        }

        var kind: Kind
        var shouldDisplay: Bool
        var isOptional: Bool
        var isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var defaultValue: String?
        var allValues: [String]?
        var abstract: String?
    }

    var commandName: String
    var shouldDisplay: Bool
    var abstract: String?
    var discussion: String?
    var subcommands: [CommandDescription]?
    var arguments: [Argument]?
}
