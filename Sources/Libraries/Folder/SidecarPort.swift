import Albums

/// Port for writing the sidecar files of photos.
public struct SidecarPort: Sendable {
    /// Properties to set in a sidecar file.
    public struct Change: Hashable, Sendable {
        /// The path of the sidecar file, absolute.
        public let path: [UInt8]
        public var properties: AssessmentProperties

        public init(path: [UInt8], properties: AssessmentProperties) {
            self.path = path
            self.properties = properties
        }
    }

    /// Sets properties in sidecar files, which are created if missing. Returns nil for each one that is on disk, or why it
    /// is not.
    public var write: @Sendable (_ changes: [Change]) async -> [SidecarFailure?]

    public init(write: @escaping @Sendable (_ changes: [Change]) async -> [SidecarFailure?]) {
        self.write = write
    }
}
