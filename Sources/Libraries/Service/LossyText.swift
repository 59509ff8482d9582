/// A text that decodes to nil if it is blank, or neither a string nor a number.
struct LossyText: Decodable, Sendable {
    let text: String?

    init(from decoder: any Decoder) {
        text = (try? WireText(from: decoder))?.text.unlessBlank
    }
}
