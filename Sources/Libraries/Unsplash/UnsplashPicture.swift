import Basics
import FoundationEssentials

/// The size of a photo on Unsplash, and its URLs.
struct UnsplashPicture: Hashable, Sendable {
    /// The URL of the picture on the image service (imgix), which scales it to any size.
    let raw: String?
    /// The URL of the picture in one fixed size, used if `raw` is missing.
    let fallback: String?
    /// The size of the original.
    let size: PixelSize?
    /// The API endpoint that counts downloads of the photo.
    let downloadLocation: String?

    private static let sizeParameters: Set<String> = ["w", "h", "fit", "fm", "q", "dpr", "crop", "auto"]

    /// Returns the URL of a JPEG `width` pixels wide, or as wide as a smaller original; nil if no URL is known.
    func url(width requested: Int) -> String? {
        guard let raw, var parts = URLComponents(string: raw) else { return fallback }
        // The parameters to keep include `ixid`, which Unsplash uses to count views.
        let otherParameters = (parts.percentEncodedQueryItems ?? []).filter { !Self.sizeParameters.contains($0.name) }
        let parameters = [
            ("w", String(max(1, min(requested, size?.width ?? requested)))), ("fit", "max"), ("fm", "jpg"), ("q", "75"),
        ]
        parts.percentEncodedQueryItems = otherParameters + parameters.map { URLQueryItem(name: $0.0, value: $0.1) }
        return parts.string ?? fallback
    }

    /// The query parameters that the API expects when a download is reported.
    var downloadQuery: [(name: String, value: String)] {
        guard let downloadLocation, let items = URLComponents(string: downloadLocation)?.queryItems else { return [] }
        return items.compactMap { item in item.value.map { (item.name, $0) } }
    }
}
