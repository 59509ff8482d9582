/// A titled set of photos of one owner.
public struct Album: Identifiable, Hashable, Sendable {
    /// Names one album within one library.
    public struct ID: Hashable, Sendable {
        public let rawValue: String

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    public let id: ID
    public let ownerID: Owner.ID
    public let title: String
    /// How many photos it has, nil while that is not known.
    public let photoCount: Int?
    /// The photo that stands for the album in a list, nil while none is known.
    public let cover: Photo?

    public init(id: ID, ownerID: Owner.ID, title: String, photoCount: Int?, cover: Photo?) {
        self.id = id
        self.ownerID = ownerID
        self.title = title.bounded
        self.photoCount = photoCount
        self.cover = cover
    }
}
