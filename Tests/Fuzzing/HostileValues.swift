import Foundation

/// Values that a reader of outside numbers and texts must survive in each of its fields.
public enum HostileValues {
    /// Numbers as text, beyond every limit of this program and of most number types.
    public static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "99999999999999999999999", "1e300",
        "-1e300", "1e400", "-1", "0", "0.5", "nan", "NaN", "inf", "Infinity", "-Infinity", "0x7FFFFFFFFFFFFFFF",
    ]

    /// A text of 16 MB.
    public static let longText = String(repeating: "0", count: 16 << 20)

    /// Returns a sample of JSON once for each of its values and each hostile value, which replaces it.
    public static func documents(replacingValuesIn sample: String) throws -> [Document] {
        let root = try JSONSerialization.jsonObject(with: Data(sample.utf8), options: .fragmentsAllowed)
        let quoted = numbers.map { "\"\($0)\"" }
        // JSON has no NaN and no infinity.
        let values = numbers.filter { JSONSerialization.isNumber($0) } + quoted + ["\"\(longText)\"", "\"\"", "null"]
        return try paths(in: root).flatMap { path in
            let data = try JSONSerialization.data(
                withJSONObject: replaced(root, at: path[...]), options: [.fragmentsAllowed, .withoutEscapingSlashes])
            let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "\"\(mark)\"")
            return values.map {
                Document(field: path.joined(separator: "."), value: $0, before: parts[0], after: parts[1])
            }
        }
    }

    /// A document with a hostile value.
    public struct Document: Sendable {
        public let field: String
        public let value: String
        fileprivate let before: String
        fileprivate let after: String

        public var bytes: [UInt8] { Array(before.utf8) + value.utf8 + after.utf8 }

        /// The field with the start of its value.
        public var name: String { "\(field): \(value.prefix(30))" }
    }

    /// Returns the fields of a value, at any depth, that exceed a limit: numbers, dates and lengths beyond 2^40, texts of
    /// more than 4,096 scalars, IDs of more than 64 KB, and links of more than 8,192 bytes.
    public static func excesses(in value: Any, at path: String = "") -> [String] {
        let isValid: Bool? =
            switch value {
            case let text as String:
                if path.hasSuffix("rawValue") || path.hasSuffix("library") {
                    text.utf8.count <= 64 << 10
                } else if path.lowercased().contains("link") || path.contains("url") {
                    text.utf8.count <= 8192 + 64
                } else {
                    text.unicodeScalars.count <= 4096
                }
            case let number as Int: (0...1 << 40).contains(number)
            case let number as Double: abs(number) <= 0x1p40
            case let date as Date: abs(date.timeIntervalSince1970) <= 0x1p40
            case let bytes as [UInt8]: bytes.count <= 1 << 20
            default: nil
            }
        if let isValid { return isValid ? [] : [path] }
        return Mirror(reflecting: value).children.flatMap { child in
            excesses(in: child.value, at: path + "." + (child.label ?? ""))
        }
    }

    private static let mark = "HOSTILE"

    private static func paths(in value: Any) -> [[String]] {
        switch value {
        case let object as [String: Any]:
            object.sorted { $0.key < $1.key }.flatMap { key, value in paths(in: value).map { [key] + $0 } }
        case let array as [Any]:
            array.enumerated().flatMap { index, value in paths(in: value).map { ["\(index)"] + $0 } }
        default: [[]]
        }
    }

    private static func replaced(_ value: Any, at path: ArraySlice<String>) -> Any {
        guard let key = path.first else { return mark }
        switch value {
        case var object as [String: Any]:
            object[key] = object[key].map { replaced($0, at: path.dropFirst()) }
            return object
        case var array as [Any]:
            if let index = Int(key) { array[index] = replaced(array[index], at: path.dropFirst()) }
            return array
        default: return value
        }
    }
}

extension JSONSerialization {
    fileprivate static func isNumber(_ text: String) -> Bool {
        text.first.map { $0 == "-" || $0.isNumber } == true && !text.hasPrefix("0x") && text != "-Infinity"
    }
}
