import Pictures
import Storage

extension DesktopThumbnails {
    /// The user's thumbnails, as far as the configuration allows; nil if they are off.
    static func ofUser(_ configuration: Configuration) -> DesktopThumbnails? {
        ThumbnailAccess(rawValue: configuration.thumbnailAccess) == .off
            ? nil : DesktopThumbnails(program: "tintype-\(Tintype.version)")
    }
}

extension ThumbnailStore {
    init(_ thumbnails: DesktopThumbnails, mayWrite: Bool) {
        self.init(
            entries: thumbnails.entries, failureEntry: thumbnails.failureEntry, touch: thumbnails.touch,
            canWrite: { mayWrite && thumbnails.canWrite(for: $0) }, write: thumbnails.write,
            writeFailure: thumbnails.writeFailure)
    }
}
