import Albums
import Basics

/// Port for writing XMP to the sidecar files of photos, or to JPEG files.
public struct SidecarPort: Sendable {
    /// Properties to set in a file.
    public struct Change: Hashable, Sendable {
        /// The path of the file, absolute.
        public let path: [UInt8]
        public let container: XMPContainer
        /// The file that must still be the photo when the file at `path` is written, whatever its contents. Nil skips
        /// this check.
        public let photo: IdentifiedFile?
        public var properties: AssessmentProperties
        public var transition: AssessmentTransition

        public init(
            path: [UInt8], in container: XMPContainer = .sidecar, of photo: IdentifiedFile? = nil,
            properties: AssessmentProperties, transition: AssessmentTransition
        ) {
            self.path = path
            self.container = container
            self.photo = photo
            self.properties = properties
            self.transition = transition
        }
    }

    /// Sets properties in the files of photos, and creates missing sidecars. Undo may restore their former bytes. One
    /// result per photo: nil once all of its files are on the disk, else the file that failed, with none of the photo's
    /// files changed.
    public var write: @Sendable (_ photos: [[Change]]) async -> [SidecarProblem?]

    public init(write: @escaping @Sendable (_ photos: [[Change]]) async -> [SidecarProblem?]) {
        self.write = write
    }
}
