/// A count that a service sends: nil when it is negative or no number, the greatest that counts when it is greater.
struct LossyCount: Decodable, Sendable {
    let value: Int?

    init(from decoder: any Decoder) {
        value = (try? Int(from: decoder)).flatMap { $0 < 0 ? nil : min($0, DecimalNumber.greatest) }
    }
}
