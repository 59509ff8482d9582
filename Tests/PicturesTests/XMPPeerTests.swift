import Albums
import Foundation
import TestFixtures
import Testing

@testable import Pictures

/// Other programs read the changed values.
@Suite("Changed sidecars in other programs", .timeLimit(.minutes(60)))
struct XMPPeerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func output(of command: String) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns the sorted lines of a program's output about a sidecar before and after a change.
    private func lines(
        _ packet: [UInt8], _ properties: PhotoProperties, _ program: (String) -> String
    ) throws -> (before: [Substring], after: [Substring]) {
        let edited = try XMPEdit(packet: packet, properties: properties).applied().bytes
        return try (packet.isEmpty ? [] : lines(packet, program), lines(edited, program))
    }

    private func lines(_ packet: [UInt8], _ program: (String) -> String) throws -> [Substring] {
        let path = folder.path + "/photo.xmp"
        try Data(packet).write(to: URL(filePath: path))
        return try output(of: program("'\(path)'")).split(separator: "\n").sorted()
    }

    private static var rejection: PhotoProperties {
        var properties = PhotoProperties()
        (properties.values.rating, properties.values.label, properties.values.pickLabel) = (-1, "Yellow", 1)
        return properties
    }

    /// Returns the lines about properties that a change doesn't concern.
    private func others(_ lines: [Substring]) -> [Substring] {
        lines.filter { !$0.contains(/Rating|Label|[Cc]olorlabels/) }
    }

    @Test(
        "ExifTool reads the new values, and all others as before", .requires(program: "exiftool"),
        arguments: XMPEditingTests.Style.all)
    func exifTool(style: Named<String>) throws {
        let (before, after) = try lines(Array(style.value.utf8), Self.rejection) {
            "exiftool -n -a -u -G1 -s -XMP:all \($0)"
        }
        #expect(others(before) == others(after) && before.count > 2)
        #expect(after.contains { $0.contains(/XMP-xmp.*Rating *: -1$/) })
        #expect(after.contains { $0.contains(/XMP-xmp.*Label *: Yellow$/) })
        #expect(after.contains { $0.contains(/PickLabel *: 1$/) })
    }

    @Test(
        "Exiv2 reads the new values, and all others as before", .requires(program: "exiv2"),
        arguments: XMPEditingTests.Style.all)
    func exiv2(style: Named<String>) throws {
        let (before, after) = try lines(Array(style.value.utf8), Self.rejection) { "exiv2 -PXkyv \($0)" }
        #expect(others(before) == others(after) && before.count > 1)
        #expect(after.contains { $0.contains(/Xmp.xmp.Rating +XmpText +-1$/) })
        #expect(after.contains { $0.contains(/Xmp.xmp.Label +XmpText +Yellow$/) })
        #expect(after.contains { $0.contains(/Xmp.digiKam.PickLabel +XmpText +1$/) })
    }

    @Test(
        "darktable reads stars, rejection and label", .requires(program: "darktable-cli"),
        arguments: zip(
            [Named("new", "")] + XMPEditingTests.Style.all, [4, -1, 3, -1, 5, 0]))
    func darktable(packet: Named<String>, rating: Int) throws {
        var properties = PhotoProperties()
        (properties.values.rating, properties.values.label) = (rating, "Yellow")
        let edited = try XMPEdit(packet: Array(packet.value.utf8), properties: properties).applied().bytes
        try Data(edited).write(to: URL(filePath: folder.path + "/photo.jpg.xmp"))
        try Data(SampleJPEG.encode(Quadrants(width: 64, height: 48, "RG/BY")))
            .write(to: URL(filePath: folder.path + "/photo.jpg"))
        // An exported picture contains what darktable knows of the original.
        let output = try output(
            of: """
                cd '\(folder.path)' && HOME="$PWD" darktable-cli photo.jpg photo.jpg.xmp out.jpg \
                --core --configdir config --cachedir cache --library library.db 2>&1
                """)
        let request = DecodingRequest(.file(path: Array("\(folder.path)/out.jpg".utf8)))
        let details = try #require(
            try? InProcessDecoding().describe(request, cancellation: DecodeCancellation()).details, "\(output)")
        #expect(details.rating == rating && details.label == "Yellow")
    }

    @Test("ExifTool and Exiv2 read a new sidecar", .requires(program: "exiftool"), .requires(program: "exiv2"))
    func new() throws {
        let exifTool = try lines([], Self.rejection) { "exiftool -n -s -XMP:all \($0)" }.after
        let exiv2 = try lines([], Self.rejection) { "exiv2 -PXkv \($0)" }.after
        for lines in [exifTool, exiv2] {
            #expect(lines.contains { $0.contains(/Rating[ :]+-1$/) }, "\(lines)")
            #expect(lines.contains { $0.contains(/Label[ :]+Yellow$/) }, "\(lines)")
            #expect(lines.contains { $0.contains(/PickLabel[ :]+1$/) }, "\(lines)")
        }
    }
}
