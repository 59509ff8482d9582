/// One page of a list, as a service sends it.
struct ListPage<Element: Sendable>: Sendable {
    /// Those that can be shown.
    let elements: [Element]
    /// How many the service sent, shown or not.
    let received: Int
    /// How many the whole list has, nil when the service does not tell.
    let total: Int?
    /// Whether there is another page, nil when the service does not tell.
    let hasNext: Bool?

    init(elements: [Element], received: Int, total: Int? = nil, hasNext: Bool? = nil) {
        self.elements = elements
        self.received = received
        self.total = total
        self.hasNext = hasNext
    }

    /// A page with what the head of its response tells: the total in a header of the given name, and links to other pages.
    init(_ answer: LossyArray<Element>, totalHeader: String, of response: HTTPResponse) where Element: Decodable {
        self.init(
            elements: answer.elements, received: answer.count,
            total: response.value(of: totalHeader).flatMap { DecimalNumber.parse($0) },
            hasNext: response.value(of: "Link").map(LinkHeader.namesNext))
    }

    func map<Other>(_ transform: (Element) -> Other) -> ListPage<Other> {
        ListPage<Other>(elements: elements.map(transform), received: received, total: total, hasNext: hasNext)
    }
}
