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
    /// How many bytes the answer had.
    let size: Int

    init(elements: [Element], received: Int, total: Int? = nil, hasNext: Bool? = nil, size: Int = 0) {
        self.elements = elements
        self.received = received
        self.total = total
        self.hasNext = hasNext
        self.size = size
    }

    /// A page with what the head of its response tells: the total in a header of the given name, and links to other pages.
    init(_ answer: ListAnswer<Element>, totalHeader: String, of response: HTTPResponse) where Element: Decodable {
        self.init(
            elements: answer.items.elements, received: answer.items.count,
            total: answer.total ?? response.value(of: totalHeader).flatMap { DecimalNumber.parse($0) },
            hasNext: answer.hasNext ?? response.value(of: "Link").map(LinkHeader.namesNext),
            size: response.body.count)
    }

    func map<Other>(_ transform: (Element) -> Other) -> ListPage<Other> {
        ListPage<Other>(
            elements: elements.map(transform), received: received, total: total, hasNext: hasNext, size: size)
    }
}
