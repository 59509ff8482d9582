import Albums
import Testing

@Suite("Sidecars")
struct SidecarPathTests {
    private func names(_ name: String) -> [String] {
        SidecarPath.names(besides: Array(name.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Sidecars are found with suffixes in capitals, those with the whole name first")
    func xmp() {
        #expect(
            names("IMG.jpg").prefix(6)
                == ["IMG.jpg.xmp", "IMG.jpg.XMP", "IMG.jpg.Xmp", "IMG.xmp", "IMG.XMP", "IMG.Xmp"])
        #expect(SidecarPath.paths(besides: Array("/a.b/IMG".utf8)).first == Array("/a.b/IMG.xmp".utf8))
        #expect(SidecarPath.paths(besides: Array("/a.b/IMG".utf8)).allSatisfy { $0.starts(with: "/a.b/IMG".utf8) })
        #expect(names(".jpg").prefix(3) == [".jpg.xmp", ".jpg.XMP", ".jpg.Xmp"])
    }

    @Test("The sidecars of darktable's duplicates are not those of the photo")
    func duplicates() {
        #expect(!names("S8.jpg").contains("S8_01.jpg.xmp"))
        #expect(names("S8_01.jpg").contains("S8_01.jpg.xmp"))
    }

    @Test(
        "The metadata of Google Takeout is found by Google's rules for names",
        arguments: [
            ("IMG_0001.jpg", "IMG_0001.jpg.json"),
            ("IMG_0002.jpg", "IMG_0002.jpg.supplemental-metadata.json"),
            ("IMG_0003(1).jpg", "IMG_0003.jpg(1).json"),
            ("IMG_0003(1).jpg", "IMG_0003.jpg.supplemental-metadata(1).json"),
            ("IMG_0004-edited.jpg", "IMG_0004.jpg.json"),
            ("IMG_0004-bearbeitet(2).jpg", "IMG_0004.jpg(2).json"),
            (
                "20090401_a_very_long_name_of_a_photo_1234.jpg", "20090401_a_very_long_name_of_a_photo_1234.j.json"
            ),
            (
                "20090401_a_very_long_name_of_a_photo_12345.jpg", "20090401_a_very_long_name_of_a_photo_12345.jpg.json"
            ),
            (
                "20090401_a_very_long_name_of_a_photo_123456.jpg", "20090401_a_very_long_name_of_a_photo_123456.jp.json"
            ),
            ("PXL_20240101_100000000.MP.jpg", "PXL_20240101_100000000.MP.jpg.supplemental-met.json"),
            (
                "Grüße aus der Schweiz und aus Österreich 2009.jpg",
                "Grüße aus der Schweiz und aus Österreich 2009..json"
            ),
        ])
    func takeout(photo: String, metadata: String) {
        #expect(names(photo).contains(metadata))
        #expect(metadata.unicodeScalars.count <= 51)
        #expect(SidecarPath.isSidecar(Array(metadata.utf8)))
    }

    @Test("A name that isn't UTF-8, or consists of a number, has sidecars too")
    func strangeNames() {
        #expect(SidecarPath.names(besides: [0xFF, 0x2E, 0x6A] as [UInt8]).contains([0xFF, 0x2E, 0x78, 0x6D, 0x70]))
        for name in ["(1).jpg", "(", ")", "()", "a(99999).jpg", "-edited.jpg", ""] { #expect(!names(name).isEmpty) }
        #expect(!SidecarPath.isSidecar(Array("xmp".utf8)))
    }
}
