/// A text that services may also send as a number, such as an ID or a coordinate.
struct WireText: Decodable, Hashable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else if let number = try? container.decode(Int.self) {
            text = String(number)
        } else {
            text = String(try container.decode(Double.self))
        }
    }
}
