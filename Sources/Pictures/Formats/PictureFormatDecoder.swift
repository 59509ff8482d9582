import Albums

extension PictureFormat {
    /// Creates a decoder for a complete file of this format.
    /// - Throws: `PictureFailure.damaged` if the header is invalid.
    func decoder(of file: FileBytes, in context: DecodeContext) throws -> any PictureDecoder {
        let limits = context.limits
        return switch self {
        case .jpeg: try JPEGDecoder(file, limits: limits)
        case .png: try PNGDecoder(file, limits: limits)
        case .webP: try WebPDecoder(file, limits: limits)
        case .gif: try GIFDecoder(file, limits: limits)
        case .heic, .avif: try HEIFDecoder(file, format: self, limits: limits, memory: context.memory)
        case .tiff: try TIFFDecoder(file, limits: limits)
        }
    }
}
