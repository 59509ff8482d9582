import FoundationEssentials

/// Pictures in iTerm2's control sequence for inline images (OSC 1337), which takes files such as JPEG.
enum InlineImage {
    /// Returns the sequence that draws a picture over cells from the cursor.
    /// - Parameter file: the encoded picture.
    static func sequence(of file: [UInt8], columns: Int, rows: Int) -> [UInt8] {
        let attributes = [
            "inline=1", "size=\(file.count)", "width=\(columns)", "height=\(rows)", "preserveAspectRatio=0",
            "doNotMoveCursor=1",
        ]
        let head = "\u{1B}]1337;File=\(attributes.joined(separator: ";")):"
        return Array(head.utf8) + Array(Data(file).base64EncodedData()) + Array("\u{7}".utf8)
    }
}
