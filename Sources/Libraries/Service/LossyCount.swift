import HTTP

/// A count that decodes to nil if it is negative or not an integer, and is clamped to `DecimalNumber.maxValue`.
struct LossyCount: Decodable, Sendable {
    let value: Int?

    init(from decoder: any Decoder) {
        value = (try? Int(from: decoder)).flatMap { $0 < 0 ? nil : min($0, DecimalNumber.maxValue) }
    }
}
