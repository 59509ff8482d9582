import FoundationEssentials

/// Where a photo of Unsplash is to be had.
struct UnsplashPicture: Hashable, Sendable {
    /// The picture at the image service (imgix), which makes any size of it.
    let raw: String?
    /// The picture in one size, for want of the other.
    let fallback: String?
    /// The size in pixels of the original.
    let width: Int?
    let height: Int?
    /// Where the API is told that the photo is used.
    let downloadLocation: String?

    private static let sizing: Set<String> = ["w", "h", "fit", "fm", "q", "dpr", "crop", "auto"]

    /// The URL of a JPEG that is `width` pixels wide, or as wide as the original; nil when none is known.
    func url(width wanted: Int) -> String? {
        guard let raw, var parts = URLComponents(string: raw) else { return fallback }
        // The view is counted by `ixid`, which must stay as it is.
        let kept = (parts.percentEncodedQueryItems ?? []).filter { !Self.sizing.contains($0.name) }
        let size = [("w", String(max(1, min(wanted, width ?? wanted)))), ("fit", "max"), ("fm", "jpg"), ("q", "75")]
        parts.percentEncodedQueryItems = kept + size.map { URLQueryItem(name: $0.0, value: $0.1) }
        return parts.string ?? fallback
    }

    /// What the API wants back when it is told that the photo is used.
    var downloadQuery: [(name: String, value: String)] {
        guard let downloadLocation, let items = URLComponents(string: downloadLocation)?.queryItems else { return [] }
        return items.compactMap { item in item.value.map { (item.name, $0) } }
    }
}
