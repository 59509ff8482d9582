import Albums

extension PictureFormat {
    /// Opens a whole file of this format.
    /// - Throws: `PictureFailure.damaged` when the header is broken.
    func decoder(of file: FileBytes, limits: DecodeLimits) throws -> any PictureDecoder {
        switch self {
        case .jpeg: try JPEGDecoder(file, limits: limits)
        case .png: try PNGDecoder(file, limits: limits)
        default: throw PictureFailure.unsupportedFormat(rawValue)
        }
    }
}
