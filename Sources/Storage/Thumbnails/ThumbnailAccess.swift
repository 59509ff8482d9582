/// How the program uses the thumbnails that desktop programs share.
public enum ThumbnailAccess: String, CaseIterable, Sendable {
    case readWrite = "read-write"
    case read
    case off
}
