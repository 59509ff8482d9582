import Albums

/// The bytes of sidecars and of pictures' XMP packets before this run first changed them, for undo to restore.
///
/// Undoing only the properties would leave a sidecar with a rating of 0, which other programs import.
struct FormerSidecars {
    /// A sidecar or a packet that only this program has changed.
    struct Former {
        /// Nil for a file that was missing.
        let bytes: [UInt8]?
        /// The bytes as last written.
        let written: [UInt8]
        /// The values that have changed since: at that time, and as last written.
        fileprivate let values: [PhotoField: (former: String, current: String)]
        /// The tags that have been added and removed since.
        fileprivate let tags: TagChange
        /// The ratings and orientation in EXIF before the change, and as last written.
        let exifValues: (former: [Int: Int], written: [Int: Int])

        /// Whether a change undoes all changes since.
        func isRestored(by properties: PhotoProperties) -> Bool {
            properties.values.keys.allSatisfy { values[$0] != nil }
                && values.allSatisfy { (properties.values[$0] ?? $1.current) == $1.former }
                && tags.adding(properties.tags).isEmpty
        }
    }

    private var files: [[UInt8]: Former] = [:]
    /// Of all bytes in `files`.
    private var size = 0

    /// In bytes. Beyond it, all former bytes are forgotten: undo then sets properties back, and keeps sidecars that
    /// ratings have created.
    private static let maxSize = 8 << 20

    subscript(path: [UInt8]) -> Former? { files[path] }

    /// Remembers that a file was changed.
    ///
    /// - Parameters:
    ///   - old: its bytes before the change; nil for a new file.
    ///   - new: its bytes after the change; nil for a removed file.
    ///   - inverse: the properties that undo the change.
    ///   - exifValues: the ratings and orientation in EXIF before and after the change.
    mutating func note(
        _ path: [UInt8], from old: [UInt8]?, to new: [UInt8]?, exifValues: (old: [Int: Int], new: [Int: Int]),
        _ change: PhotoProperties, inverse: PhotoProperties
    ) {
        let known = files[path].flatMap { $0.written == old ? $0 : nil }
        forget(path)
        guard let new, new != known?.bytes else { return }
        let values = change.values.map { field, value in
            (field, (known?.values[field]?.former ?? inverse.values[field] ?? field.emptyValue, value))
        }
        let former = Former(
            bytes: known.map(\.bytes) ?? old, written: new,
            values: (known?.values ?? [:]).merging(values) { $1 },
            tags: (known?.tags ?? TagChange()).adding(inverse.tags.inverse),
            exifValues: (known?.exifValues.former ?? exifValues.old, exifValues.new))
        if size + former.size > Self.maxSize { self = FormerSidecars() }
        files[path] = former
        size += former.size
    }

    private mutating func forget(_ path: [UInt8]) {
        guard let former = files.removeValue(forKey: path) else { return }
        size -= former.size
    }
}

extension FormerSidecars.Former {
    fileprivate var size: Int { (bytes?.count ?? 0) + written.count }
}
