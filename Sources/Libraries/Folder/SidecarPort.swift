import Albums

/// Port for writing XMP to the sidecar files of photos, or to JPEG files.
public struct SidecarPort: Sendable {
    /// Sets properties in the files of photos, and creates missing sidecars. Undo may restore their former bytes. One
    /// result per photo: the properties that undo the change once all of its files are on the disk, else the file that
    /// failed, with none of the photo's files changed.
    public var write: @Sendable (_ photos: [[SidecarChange]]) async -> [Result<PhotoProperties, SidecarProblem>]

    public init(
        write: @escaping @Sendable (_ photos: [[SidecarChange]]) async -> [Result<PhotoProperties, SidecarProblem>]
    ) {
        self.write = write
    }
}
