import Albums

extension RemotePicture {
    /// A picture of unknown size, without an original.
    init(fetch: @escaping Fetch) {
        self.init(width: nil, height: nil, fetch: fetch) { _ in throw PictureFailure.empty }
    }
}
