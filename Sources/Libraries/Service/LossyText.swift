/// A text of a service that hides nothing beside it: nil when it is blank, or neither a text nor a number.
struct LossyText: Decodable, Sendable {
    let text: String?

    init(from decoder: any Decoder) {
        let text = (try? WireText(from: decoder))?.text
        self.text = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}
