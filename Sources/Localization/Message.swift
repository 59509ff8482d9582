/// What a person is told, in English, with places for what is known only when it is told.
///
/// `"\(shown) of \(total) photos"` is looked up as `{0} of {1} photos`. An `Int` is grouped as the language does that.
public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
    enum Argument: Hashable, Sendable {
        case text(String)
        case count(Int)
    }

    /// The English text, with `{0}`, `{1}` and so on for the arguments.
    let id: String
    let arguments: [Argument]
    /// Tells apart what is one word in English only.
    private(set) var context: String?

    public init(stringLiteral text: String) {
        id = text
        arguments = []
    }

    /// Words with another meaning than the same ones elsewhere.
    public init(_ message: Message, context: String) {
        self = message
        self.context = context
    }

    public init(stringInterpolation text: Interpolation) {
        id = text.id
        arguments = text.arguments
    }

    public struct Interpolation: StringInterpolationProtocol {
        var id = ""
        var arguments: [Argument] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            id.reserveCapacity(literalCapacity + 3 * interpolationCount)
        }

        public mutating func appendLiteral(_ text: String) {
            id += text
        }

        public mutating func appendInterpolation(_ text: some StringProtocol) {
            append(.text(String(text)))
        }

        public mutating func appendInterpolation(_ count: Int) {
            append(.count(count))
        }

        /// A number that is no count, such as that of a line or an error.
        public mutating func appendInterpolation(ungrouped number: Int) {
            append(.text(String(number)))
        }

        private mutating func append(_ argument: Argument) {
            id += "{\(arguments.count)}"
            arguments.append(argument)
        }
    }
}
