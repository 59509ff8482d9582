/// A text of a service that hides nothing beside it: nil when it is blank, or neither a text nor a number.
struct LossyText: Decodable, Sendable {
    let text: String?

    init(from decoder: any Decoder) {
        text = (try? WireText(from: decoder))?.text.unlessBlank
    }
}
