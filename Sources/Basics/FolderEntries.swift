import Glibc

/// The entries of an open folder.
public enum FolderEntries {
    /// Calls `body` with the name, type (`DT_REG`, …) and inode of each entry except `.` and `..`. Returns false if an
    /// error ended the listing early.
    @discardableResult
    public static func read(
        _ folder: OpaquePointer, _ body: (_ name: [UInt8], _ type: Int, _ inode: ino_t) -> Void
    ) -> Bool {
        errno = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
                    [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
                }
            }
            if name != [UInt8(ascii: ".")], name != Array("..".utf8) {
                body(name, Int(entry.pointee.d_type), entry.pointee.d_ino)
            }
            errno = 0
        }
        return errno == 0
    }
}
