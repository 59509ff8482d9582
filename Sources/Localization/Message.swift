/// A translatable message: English text with placeholders for its arguments.
///
/// `"\(shown) of \(total) photos"` is looked up as `{0} of {1} photos`. `Int` arguments get digit grouping.
public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
    enum Argument: Hashable, Sendable {
        case text(String)
        case count(Int)
    }

    /// The English text, with `{0}`, `{1}` and so on for the arguments.
    let id: String
    let arguments: [Argument]
    /// gettext context (msgctxt): distinguishes messages that are the same in English only.
    private(set) var context: String?

    public init(stringLiteral text: String) {
        id = text
        arguments = []
    }

    /// Adds a context to a message.
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

        /// Interpolates a number without digit grouping, such as a line number or an error code.
        public mutating func appendInterpolation(ungrouped number: Int) {
            append(.text(String(number)))
        }

        private mutating func append(_ argument: Argument) {
            id += "{\(arguments.count)}"
            arguments.append(argument)
        }
    }
}
