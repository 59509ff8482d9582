/// Where something is in a text: line and column, from 1 on.
public struct TextPlace: Hashable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
