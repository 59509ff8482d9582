import Albums

/// Chooses the point at which photos of a list are shown in actual size: where the camera has focused, or else where
/// the user last looked at a photo's pixels.
struct FocusCheck {
    private var lastPoint: PicturePoint?

    /// Returns the point for a photo.
    ///
    /// - Parameter details: the details of the photo; nil until they have loaded.
    func point(_ details: PhotoDetails?) -> PicturePoint {
        details?.focus.map { PicturePoint(x: $0.x, y: $0.y) } ?? lastPoint ?? .middle
    }

    /// Records that the user has zoomed or panned.
    mutating func didChange(to viewport: Viewport) {
        if !viewport.showsWhole { lastPoint = viewport.center }
    }
}
