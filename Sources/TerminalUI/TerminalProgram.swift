/// The program that implements a terminal, such as `kitty` 0.32.1.
public struct TerminalProgram: Hashable, Sendable {
    /// The name in lowercase.
    public let name: String
    /// The components of the version, major first; empty while unknown.
    public let version: [Int]

    public init(name: String, version: [Int] = []) {
        self.name = name.lowercased()
        self.version = version
    }

    /// Parses a response to XTVERSION: `kitty(0.32.1)`, `foot(1.16.2)`, `VTE(7200)`, `WezTerm 20240203-110809`.
    public init(report: String) {
        let name = report.prefix { $0 != "(" && $0 != " " }
        self.init(name: String(name), version: Self.numbers(in: report.dropFirst(name.count)))
    }

    /// - Parameter version: a version such as `1.20.1`; of `20240203-110809-5046fc22` only the first number is used.
    public init(name: String, version: String) {
        self.init(name: name, version: Self.numbers(in: version[...]))
    }

    /// Returns whether the version is known to be at least this one.
    public func isAtLeast(_ minimum: Int...) -> Bool {
        !version.isEmpty && !version.lexicographicallyPrecedes(minimum)
    }

    /// Parses numbers separated by periods.
    private static func numbers(in text: Substring) -> [Int] {
        text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            .split(separator: ".").compactMap { Int($0) }
    }
}

extension TerminalProgram: CustomStringConvertible {
    public var description: String {
        version.isEmpty ? name : "\(name) \(version.map(String.init).joined(separator: "."))"
    }
}
