import Albums
import Testing

@testable import Pictures

/// Opens encoded bytes as a picture file.
func opened(
    _ bytes: [UInt8], limits: DecodeLimits = .default, cancellation: DecodeCancellation = DecodeCancellation()
) throws -> OpenedPicture {
    let files = TemporaryFiles()
    let memory = MemoryBudget(capacity: limits.memory)
    return try withExtendedLifetime(files) {
        try OpenedPicture(
            .file(path: files.path(of: bytes)),
            in: DecodeContext(
                limits: limits, seconds: limits.viewSeconds, memory: memory, cancellation: cancellation))
    }
}

/// Decodes a whole picture at 1/`factor`.
func decoded(
    _ bytes: [UInt8], factor: Int = 1, limits: DecodeLimits = .default,
    cancellation: DecodeCancellation = DecodeCancellation()
) throws -> PictureLevel {
    let picture = try opened(bytes, limits: limits, cancellation: cancellation)
    return try picture.level(of: PixelRegion(all: picture.size), factor: factor)
}

/// Returns the failure of a decode.
func failure(_ bytes: [UInt8], limits: DecodeLimits = .default) -> PictureFailure? {
    #expect(throws: PictureFailure.self) { try decoded(bytes, limits: limits) }
}
