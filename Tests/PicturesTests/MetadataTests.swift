import Albums
import Basics
import CHEIF
import CZlib
import CellArt
import Foundation
import TestFixtures
import Testing

@testable import Pictures

@Suite("Metadata")
struct MetadataTests {
    private static let picture = Quadrants(width: 96, height: 64, "RG/BY")
    private let jpeg = SampleJPEG.encode(Self.picture)
    private let noon = Date(timeIntervalSince1970: 1_428_667_389)

    private func description(_ bytes: [UInt8]) throws -> PictureDescription {
        try InProcessDecoding().describe(DecodingRequest(.memory(bytes)), cancellation: DecodeCancellation())
    }

    private func details(_ bytes: [UInt8]) throws -> PhotoDetails { try description(bytes).details }

    private func expectDescription(_ details: PhotoDetails, subseconds: Double = 0) {
        #expect(details.title == "A lighthouse")
        #expect(details.description == "At dusk")
        #expect(details.author == "Mira Hölt")
        #expect(details.tags == ["sea", "beach"])
        #expect(details.taken == noon + subseconds)
        #expect(details.takenZone == 120)
    }

    @Test("XMP in every format that can have it gives the same details")
    func xmp() throws {
        let xmp = SampleMetadata.wholeXMP
        let size = Self.picture.size
        var png = SamplePNG(Self.picture)
        png.after = [("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)]
        let files = [
            SampleJPEG.adding(xmp: xmp, to: jpeg), png.encode(Self.picture.rgb),
            SampleWebP.extended(Self.picture, xmp: xmp), SampleTIFF.encode(Self.picture, xmp: xmp),
            SampleHEIF(xmp: xmp).encode(Self.picture),
            SampleHEIF(compression: heif_compression_AV1, xmp: xmp).encode(Self.picture),
        ]
        for file in files {
            let description = try description(file)
            let details = description.details
            #expect(description.size == size)
            expectDescription(details, subseconds: 0.25)
            #expect(details.rating == 4)
            #expect(details.camera == "NIKON D3100")
            #expect(details.lens == "18-55 mm")
            #expect(details.exposure == Exposure(time: 0.002, aperture: 5.6, iso: 200, focalLength: 24))
            let coordinate = try #require(details.coordinate)
            #expect(abs(coordinate.latitude + 37.3159) < 1e-9 && abs(coordinate.longitude - 81.1496) < 1e-9)
        }
    }

    @Test("The texts of a PNG are its title, description and author if nothing else has them")
    func pngTexts() throws {
        func chunk(_ keyword: String, _ text: [UInt8]) -> (String, [UInt8]) {
            ("tEXt", Array(keyword.utf8) + [0] + text)
        }
        var png = SamplePNG(Self.picture)
        png.after = [
            chunk("Title", Array("A lighthouse".utf8)), chunk("Title", Array("Another".utf8)),
            chunk("Author", [0x48, 0xF6, 0x6C, 0x74]), chunk("Description", Array(" ".utf8)), ("tEXt", [0x41]),
        ]
        let details = try details(png.encode(Self.picture.rgb))
        #expect(details.title == "A lighthouse" && details.author == "H\u{F6}lt" && details.description == nil)
        png.after.append(
            ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + SampleMetadata.xmp("", SampleMetadata.title("XMP"))))
        #expect(try self.details(png.encode(Self.picture.rgb)).title == "XMP")
    }

    @Test("The sensitivity may have the name of newer versions of EXIF in XMP")
    func sensitivity() throws {
        let xmp = SampleMetadata.xmp(#"xmlns:exifEX="http://cipa.jp/exif/1.0/" exifEX:PhotographicSensitivity="400""#)
        #expect(try details(SampleJPEG.adding(xmp: xmp, to: jpeg)).exposure.iso == 400)
    }

    @Test("EXIF in a PNG's text, compressed or not, is read like its own chunk")
    func rawProfiles() throws {
        let digits = SampleExif.camera.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let profile = Array("\nexif\n    \(SampleExif.camera.count)\n\(digits)\n".utf8)
        var (compressed, count) = ([UInt8](repeating: 0, count: 4096), uLongf(4096))
        try #require(compress(&compressed, &count, profile, uLong(profile.count)) == Z_OK)
        for (kind, keyword, text) in [
            ("tEXt", "exif", profile), ("zTXt", "exif", [0] + compressed.prefix(Int(count))),
            ("zTXt", "APP1", [0] + compressed.prefix(Int(count))),
        ] {
            var png = SamplePNG(Self.picture)
            png.before = [(kind, Array("Raw profile type \(keyword)\0".utf8) + text)]
            #expect(try details(png.encode(Self.picture.rgb)).camera == "NIKON D3100", "\(kind) \(keyword)")
        }
        var damaged = SamplePNG(Self.picture)
        damaged.before = [("zTXt", Array("Raw profile type exif\0".utf8) + [0] + compressed.prefix(20))]
        #expect(try details(damaged.encode(Self.picture.rgb)) == PhotoDetails())
    }

    @Test(
        "A PNG's creation time is its date if nothing else has one",
        arguments: [
            ("2012:03:04 05:06:07", 1_330_837_567, nil), ("2012-03-04T05:06:07+01:00", 1_330_837_567, 60),
            ("Sun, 4 Mar 2012 05:06:07 +0100", 1_330_837_567, 60), ("Sun, 04 Mar 2012 05:06:07 GMT", 1_330_837_567, 0),
            ("4 March 2012", 1_330_819_200, nil), ("yesterday", nil, nil),
        ] as [(String, Double?, Int?)])
    func creationTime(text: String, seconds: Double?, zone: Int?) throws {
        var png = SamplePNG(Self.picture)
        png.after = [("tEXt", Array("Creation Time\0\(text)".utf8))]
        var details = try details(png.encode(Self.picture.rgb))
        #expect(details.taken?.timeIntervalSince1970 == seconds && details.takenZone == zone)
        png.after.append(
            (
                "iTXt",
                Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)
                    + SampleMetadata.xmp("exif:DateTimeOriginal=\"2015-04-10T12:03:09\"")
            ))
        details = try self.details(png.encode(Self.picture.rgb))
        #expect(details.taken == noon)
    }

    @Test("A date is as precise as its source: a year, a month, a day or a second")
    func datePrecision() throws {
        func precision(_ date: String) throws -> DatePrecision {
            let xmp = SampleMetadata.xmp("exif:DateTimeOriginal=\"\(date)\"")
            let services: [any DecodingService] = [InProcessDecoding(), DecodingWorkers.ofBuiltProgram()]
            let found = try services.map { service in
                try service.describe(
                    DecodingRequest(.memory(SampleJPEG.adding(xmp: xmp, to: jpeg))), cancellation: DecodeCancellation()
                ).details.takenPrecision
            }
            #expect(Set(found).count == 1)
            return found[0]
        }
        #expect(try precision("1978") == .year)
        #expect(try precision("1978-05") == .month)
        #expect(try precision("1978-05-06") == .day)
        #expect(try precision("1978-01-01T00:00") == .second)
        let exif = SampleExif.encode([0x8769: .directory([0x9003: .text("1978:05:06")])])
        #expect(try details(SampleJPEG.adding(exif: exif, to: jpeg)).takenPrecision == .day)
        let iptc = SampleMetadata.iptc([(55, Array("19780506".utf8))])
        #expect(try details(SampleJPEG.adding(iptc: iptc, to: jpeg)).takenPrecision == .day)
        #expect(PhotoDetails(fileNamed: Array("2024-01-01.jpg".utf8)).takenPrecision == .day)
    }

    @Test("A text that a camera writes into all its photos isn't read as a description")
    func cameraDescriptions() throws {
        func description(_ text: String) throws -> [String?] {
            let exif = SampleExif.encode([0x010E: .text(text)])
            let xmp = SampleMetadata.xmp(
                "",
                "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></dc:description>")
            let iptc = SampleMetadata.iptc([(120, Array(text.utf8))])
            return try [
                details(SampleJPEG.adding(exif: exif, to: jpeg)), details(SampleJPEG.adding(xmp: xmp, to: jpeg)),
                details(SampleJPEG.adding(iptc: iptc, to: jpeg)),
            ].map(\.description)
        }
        for text in ["OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "MINOLTA DIGITAL CAMERA", "Exif_JPEG_PICTURE"] {
            #expect(try description(text) == [nil, nil, nil], "\(text)")
        }
        #expect(try description("My digital camera") == Array(repeating: "My digital camera", count: 3))
    }

    @Test("The serial number of a camera is that of its body")
    func serialNumbers() throws {
        let exif = SampleExif.encode([0x8769: .directory([0xA431: .text("2001234")])])
        #expect(try details(SampleJPEG.adding(exif: exif, to: jpeg)).serialNumber == "2001234")
        let xmp = SampleMetadata.xmp("aux:SerialNumber=\"2001235\"")
        #expect(try details(SampleJPEG.adding(xmp: xmp, to: jpeg)).serialNumber == "2001235")
    }

    @Test("An iPhone's picture and its video have the same identifier")
    func contentIdentifiers() throws {
        let identifier = "9DE9E7B0-0B31-4E8D-A0A7-1A2B3C4D5E6F"
        let note = SampleExif.Value.note(
            Array("Apple iOS\0\0\u{1}MM".utf8), [0x11: .text(identifier)], from: 0)
        let exif = SampleExif.encode([0x8769: .directory([0x927C: note])])
        #expect(try details(SampleJPEG.adding(exif: exif, to: jpeg)).contentIdentifier == identifier)
        var video = SampleVideo()
        video.keys = [("content.identifier", identifier)]
        #expect(try details(video.mp4(brand: "qt  ")).contentIdentifier == identifier)
    }

    @Test("IPTC gives the description, the keywords and the date")
    func iptc() throws {
        expectDescription(try details(SampleJPEG.adding(iptc: SampleMetadata.wholeIPTC, to: jpeg)))
        expectDescription(try details(SampleTIFF.encode(Self.picture, iptc: SampleMetadata.wholeIPTC)))
    }

    @Test("A named place is read from each kind of metadata, without repetitions")
    func places() throws {
        func place(_ attributes: String, _ elements: String = "") throws -> String? {
            try details(SampleJPEG.adding(xmp: SampleMetadata.xmp(attributes, elements), to: jpeg)).locationName
        }
        let core = "xmlns:Iptc4xmpCore=\"http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/\""
        #expect(
            try place(
                """
                \(core) Iptc4xmpCore:Location="Lido" photoshop:City="Ostia" photoshop:State="Lazio"
                photoshop:Country="Italy"
                """) == "Lido, Ostia, Lazio, Italy")
        #expect(try place("photoshop:City=\"Berlin\" photoshop:State=\"Berlin\"") == "Berlin")
        func structure(_ name: String, city: String) -> String {
            """
            <e:\(name) xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag>
            <rdf:li rdf:parseType="Resource"><e:City>\(city)</e:City><e:CountryName>Italy</e:CountryName></rdf:li>
            </rdf:Bag></e:\(name)>
            """
        }
        let shown = structure("LocationShown", city: "Rome")
        #expect(try place("", shown) == "Rome, Italy")
        #expect(try place("", shown + structure("LocationCreated", city: "Ostia")) == "Ostia, Italy")
        #expect(try place("photoshop:City=\"Tivoli\"", shown) == "Tivoli")
        #expect(try place("") == nil)
        let iptc: [(UInt8, String)] = [(101, "Italy"), (95, "Lazio"), (90, "Ostia"), (92, "Lido")]
        let block = SampleMetadata.iptc(iptc.map { ($0.0, Array($0.1.utf8)) })
        #expect(try details(SampleJPEG.adding(iptc: block, to: jpeg)).locationName == "Lido, Ostia, Lazio, Italy")
    }

    @Test("IPTC is UTF-8 if declared or valid, otherwise Latin-1")
    func encodings() {
        let utf8 = Array("Hölt".utf8)
        let latin1: [UInt8] = [0x48, 0xF6, 0x6C, 0x74]
        #expect(IPTCBlock(SampleMetadata.iptc([(80, utf8)], isUTF8: true))?.text(80) == "Hölt")
        #expect(IPTCBlock(SampleMetadata.iptc([(80, utf8)]))?.text(80) == "Hölt")
        #expect(IPTCBlock(SampleMetadata.iptc([(80, latin1)]))?.text(80) == "Hölt")
        #expect(IPTCBlock(SampleMetadata.iptc([(80, latin1)], isUTF8: true))?.text(80) == "H\u{FFFD}lt")
    }

    @Test("Google Takeout completes the metadata of the file")
    func takeout() throws {
        let folder = try TemporaryFolder()
        func write(_ bytes: [UInt8], _ name: String) throws {
            try Data(bytes).write(to: URL(filePath: folder.path + "/" + name))
        }
        let json = """
            {"title": "IMG_0001.jpg", "description": "Chengdu market", "favorited": true, "people": [{"name": "Ada"}, {}],
             "photoTakenTime": {"timestamp": "1238580012", "formatted": ""},
             "geoData": {"latitude": 0.0, "longitude": 0.0}, "geoDataExif": {"latitude": 30.6578, "longitude": 104.0739}}
            """
        let services: [any DecodingService] = [InProcessDecoding(), DecodingWorkers.ofBuiltProgram()]
        func described(_ name: String) throws -> [PhotoDetails] {
            try services.map { service in
                try service.describe(
                    DecodingRequest(.file(path: Array((folder.path + "/" + name).utf8))),
                    cancellation: DecodeCancellation()
                ).details
            }
        }
        try write(jpeg, "IMG_0001(1).jpg")
        try write(Array(json.utf8), "IMG_0001.jpg.supplemental-metadata(1).json")
        for details in try described("IMG_0001(1).jpg") {
            #expect(details.description == "Chengdu market")
            #expect(details.tags == ["Favorite"])
            #expect(details.taken == Date(timeIntervalSince1970: 1_238_580_012))
            #expect(details.takenSource == .takeout)
            #expect(details.coordinate?.latitude == 30.6578)
            #expect(details.missingPackage == nil)
        }
        let exif = SampleExif.encode([
            0x010E: .text("From EXIF"), 0x8769: .directory([0x9003: .text("2009:04:01 18:00:12")]),
        ])
        try write(SampleJPEG.adding(exif: exif, to: jpeg), "IMG_0002.jpg")
        try write(Array(json.utf8), "IMG_0002.jpg.json")
        try write(SampleMetadata.xmp("xmp:Rating=\"3\""), "IMG_0002.jpg.XMP")
        for details in try described("IMG_0002.jpg") {
            #expect(details.description == "From EXIF")
            #expect(details.takenSource == .exifOriginal)
            #expect(details.takenZone == nil)
            #expect(details.rating == 3)
            #expect(details.coordinate != nil)
        }
    }

    @Test(
        "JSON that isn't about a photo, or is damaged, says nothing",
        arguments: [
            "{", "{}", "{\"title\": \"Photos from 2009\"}", "{\"photoTakenTime\": {\"timestamp\": []}}", "[]",
            "{\"photoTakenTime\": {\"timestamp\": \"0\"}, \"favorited\": 3, \"people\": 7, \"geoData\": {\"latitude\": 1}}",
            "{\"photoTakenTime\": {\"timestamp\": 99999999999999999999}}",
            "{\"photoTakenTime\": {\"timestamp\": \"0\"}, \"geoData\": {\"latitude\": 91, \"longitude\": 1}}",
        ])
    func otherJSON(text: String) {
        #expect(TakeoutMetadata(Array(text.utf8))?.details ?? PhotoDetails() == PhotoDetails())
    }

    @Test(
        "The date in a file's name is the date of a photo that has no other",
        arguments: [
            ("IMG_20240101_101010.jpg", 1_704_103_810, nil), ("IMG20240101101010.jpg", 1_704_103_810, nil),
            ("20240101_101010(0).jpg", 1_704_103_810, nil), ("PXL_20240101_101010250.MP.jpg", 1_704_103_810.25, 0),
            ("MVIMG_20240101_101010.jpg", 1_704_103_810, nil),
            ("signal-2024-01-01-10-10-10-250.jpg", 1_704_103_810, nil),
            ("2024-01-01 10.10.10.jpg", 1_704_103_810, nil),
            ("Screenshot_20240101-101010_Maps.png", 1_704_103_810, nil),
            ("WhatsApp Image 2024-01-01 at 10.10.10.jpeg", 1_704_103_810, nil),
            ("IMG-20240101-WA0001.jpg", 1_704_067_200, nil), ("20240101_a_long_name.jpg", 1_704_067_200, nil),
            ("2024-01-01.jpg", 1_704_067_200, nil), ("Scan 2024.01.01 3.jpg", 1_704_067_200, nil),
            ("Screenshot 2024-01-01 at 1.10.10 PM.png", 1_704_114_610, nil),
            ("Screenshot 2024-01-01 at 1.10.10\u{202F}PM (2).png", 1_704_114_610, nil),
            ("WhatsApp Image 2024-01-01 at 12.10.10 AM.jpeg", 1_704_067_810, nil),
            ("WhatsApp Image 2024-01-01 at 9.10.10 AM (1).jpeg", 1_704_100_210, nil),
            ("Bildschirmfoto 2024-01-01 um 10.10.10.png", 1_704_103_810, nil),
            ("FB_IMG_1704103810250.jpg", 1_704_103_810.25, 0),
        ] as [(String, Double, Int?)])
    func fileNames(name: String, seconds: Double, zone: Int?) throws {
        let details = PhotoDetails(fileNamed: Array(name.utf8))
        #expect(details.taken?.timeIntervalSince1970 == seconds)
        #expect(details.takenZone == zone)
        #expect(details.takenSource == .fileName)
    }

    @Test(
        "Other numbers in a file's name are no date",
        arguments: [
            "IMG_1234.jpg", "DSC_20241301.jpg", "a20240101b.jpg", "12345678.jpg", "202401011.jpg", "2024-1-1.jpg",
            "IMG_20240230_101010.jpg", "1704103810123.jpg", "2024-01_01.jpg", "", ".jpg", "2024.jpg", "99991231.jpg",
        ])
    func otherNames(name: String) {
        #expect(PhotoDetails(fileNamed: Array(name.utf8)).taken == nil)
    }

    @Test("The date in a file's name comes before that of the last change, and after all others")
    func fileNameOrder() async throws {
        let folder = try TemporaryFolder()
        func taken(_ tags: [UInt16: SampleExif.Value]) async throws -> Double? {
            let path = folder.path + "/IMG_20240101_101010.jpg"
            try Data(SampleJPEG.adding(exif: SampleExif.encode(tags), to: jpeg)).write(to: URL(filePath: path))
            let found = await PictureLoader().describe([(Array(path.utf8), [])])
            return try found.first?.get().details.taken?.timeIntervalSince1970
        }
        #expect(try await taken([0x0132: .text("2014:04:26 19:09:19")]) == 1_704_103_810)
        #expect(try await taken([0x0132: .text("2024:01:01 10:10:12")]) == 1_704_103_810)
        #expect(try await taken([0x8769: .directory([0x9004: .text("2014:04:26 19:09:19")])]) == 1_398_539_359)
    }

    @Test("The sidecar IMG.jpg.xmp wins over IMG.xmp, embedded XMP, IPTC and EXIF, property by property")
    func precedence() async throws {
        var file = SampleJPEG.adding(
            exif: SampleExif.encode([0x010E: .text("From EXIF"), 0x0110: .text("Box")]), to: jpeg)
        file = SampleJPEG.adding(
            iptc: SampleMetadata.iptc([(5, Array("From IPTC".utf8)), (120, Array("From IPTC".utf8))]), to: file)
        file = SampleJPEG.adding(
            xmp: SampleMetadata.xmp("xmp:Rating=\"1\"", SampleMetadata.title("From XMP")), to: file)
        let folder = try TemporaryFolder()
        let (path, sidecar, shortSidecar) = (
            folder.path + "/IMG.jpg", folder.path + "/IMG.jpg.xmp", folder.path + "/IMG.xmp"
        )
        func write(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
        try write(file, path)
        let services: [any DecodingService] = [InProcessDecoding(), DecodingWorkers.ofBuiltProgram()]
        func expect(_ title: String, rating: Int) throws {
            for service in services {
                let details = try service.describe(
                    DecodingRequest(.file(path: Array(path.utf8))), cancellation: DecodeCancellation()
                ).details
                #expect(details.title == title)
                #expect(details.rating == rating)
                #expect(details.description == "From IPTC")
                #expect(details.camera == "Box")
            }
        }
        try expect("From XMP", rating: 1)
        try write(SampleMetadata.xmp("xmp:Rating=\"2\"", SampleMetadata.title("Short")), shortSidecar)
        try expect("Short", rating: 2)
        try write(SampleMetadata.xmp("xmp:Rating=\"3\""), sidecar)
        try expect("Short", rating: 3)
        try write(Array("no packet".utf8), sidecar)
        try expect("Short", rating: 2)
    }

    @Test("EXIF's original date comes before XMP, then IPTC, the digitized date and xmp:CreateDate")
    func dateOrder() throws {
        func year(exif: [UInt16: String], iptc: Int? = nil, xmp: String = "") throws -> Int? {
            let tags = exif.mapValues { SampleExif.Value.text($0 + ":05:06 07:08:09") }
            var file = SampleJPEG.adding(exif: SampleExif.encode([0x8769: .directory(tags)]), to: jpeg)
            if let iptc {
                file = SampleJPEG.adding(iptc: SampleMetadata.iptc([(55, Array("\(iptc)0506".utf8))]), to: file)
            }
            file = SampleJPEG.adding(xmp: SampleMetadata.xmp(xmp), to: file)
            let taken = try details(file).taken
            return taken.map { Calendar(identifier: .gregorian).component(.year, from: $0) }
        }
        let original = "exif:DateTimeOriginal=\"2019-05-06T07:08:09\""
        let created = "xmp:CreateDate=\"2021-05-06T07:08:09\""
        #expect(try year(exif: [0x9003: "2018", 0x9004: "2020"], iptc: 2017, xmp: original + " " + created) == 2018)
        #expect(try year(exif: [0x9004: "2020"], iptc: 2017, xmp: original + " " + created) == 2019)
        let photoshop = "photoshop:DateCreated=\"2016-05-06\""
        #expect(try year(exif: [0x9004: "2020"], iptc: 2017, xmp: photoshop + " " + created) == 2016)
        #expect(try year(exif: [0x9004: "2020"], iptc: 2017, xmp: created) == 2017)
        #expect(try year(exif: [0x9004: "2020"], xmp: created) == 2020)
        #expect(try year(exif: [:], xmp: created) == 2021)
    }

    @Test("The zone is that of the original, never that of an edit or of XMP")
    func zoneOfOriginal() throws {
        func zone(_ zones: [UInt16: String], xmp: String = "") throws -> Int? {
            let tags = zones.mapValues { SampleExif.Value.text($0) }
                .merging([0x9003: .text("2020:09:19 20:55:57")]) { $1 }
            let file = SampleJPEG.adding(exif: SampleExif.encode([0x8769: .directory(tags)]), to: jpeg)
            let details = try details(
                SampleJPEG.adding(
                    xmp: SampleMetadata.xmp("exif:DateTimeOriginal=\"2020-09-19T20:55:57\(xmp)\""), to: file))
            #expect(details.taken == Date(timeIntervalSince1970: 1_600_548_957))
            return details.takenZone
        }
        #expect(try zone([0x9010: "+01:00", 0x9011: "+10:00"], xmp: "+02:00") == 600)
        #expect(try zone([0x9010: "+02:00"]) == nil)
        #expect(try zone([:], xmp: "+02:00") == nil)
    }

    @Test("Without a zone of the original, the time of the satellites gives it")
    func zoneOfSatellites() throws {
        func zone(_ time: [(Int, Int)], day: String = "2024:05:31", zone: String? = nil) throws -> Int? {
            var camera: [UInt16: SampleExif.Value] = [0x9003: .text("2024:05:31 17:41:20"), 0x9291: .text("250")]
            if let zone { camera[0x9011] = .text(zone) }
            let exif = SampleExif.encode([
                0x8769: .directory(camera), 0x8825: .directory([7: .rationals(time), 0x1D: .text(day)]),
            ])
            let details = try details(SampleJPEG.adding(exif: exif, to: jpeg))
            #expect(details.taken == Date(timeIntervalSince1970: 1_717_177_280.25))
            return details.takenZone
        }
        #expect(try zone([(21, 1), (41, 1), (19, 1)]) == -240)
        #expect(try zone([(11, 1), (54, 1), (0, 1)]) == 345)
        #expect(try zone([(3, 1), (41, 1), (19, 1)], day: "2024:06:01") == -600)
        #expect(try zone([(21, 1), (34, 1), (19, 1)]) == nil)
        #expect(try zone([(21, 1), (41, 1), (19, 1)], day: "2024:05:29") == nil)
        #expect(try zone([(21, 1), (41, 1), (19, 1)], zone: "-05:00") == -300)
        #expect(try zone([(21, 1), (41, 0), (19, 1)]) == nil)
    }

    @Test("Sub-seconds are part of the date")
    func subseconds() {
        func seconds(_ fraction: String?) -> Double? {
            LocalTime(exif: "2014:04:26 19:09:19", zone: nil, fraction: fraction)?.date.timeIntervalSince1970
        }
        #expect(seconds("25") == 1_398_539_359.25)
        #expect(seconds("5") == 1_398_539_359.5)
        #expect(seconds("0625000000000") == 1_398_539_359.0625)
        for text in [nil, "", "  ", "x"] { #expect(seconds(text) == 1_398_539_359) }
        let date = LocalTime(iso8601: "2014-04-26T19:09:19.25+02:00")
        #expect(date?.date.timeIntervalSince1970 == 1_398_539_359.25)
        #expect(date?.zone == 120)
    }

    @Test("Dates of EXIF with other separators are read, and those without a date are not")
    func malformedDates() {
        func seconds(_ text: String) -> Double? { LocalTime(exif: text, zone: nil)?.date.timeIntervalSince1970 }
        for text in ["2014:04:26 19:09:19", "2014-04-26 19:09:19", "2014-04-26T19:09:19", "2014/04/26 19:09:19"] {
            #expect(seconds(text) == 1_398_539_359, "\(text)")
        }
        #expect(seconds("2014:04:26 19:09") == 1_398_539_340)
        #expect(seconds("2014:04:26") == 1_398_470_400)
        #expect(seconds("2014:04:26   :  :  ") == 1_398_470_400)
        for text in ["0000:00:00 00:00:00", "    :  :     :  :  ", "2014:02:30 10:00:00", "2014"] {
            #expect(seconds(text) == nil, "\(text)")
        }
    }

    @Test("A corrected date in the sidecar of a raw file wins over its EXIF, but not over that of a picture")
    func rawSidecarDate() throws {
        let exif = SampleExif.encode([0x8769: .directory([0x9003: .text("2018:08:03 14:00:00")])])
        let sidecar = SampleMetadata.xmp("exif:DateTimeOriginal=\"2019-08-03T14:00:00\"")
        func taken(_ format: PictureFormat) throws -> Double? {
            var metadata = try EmbeddedMetadata(
                of: FetchedPicture(jpeg), format: format, cancellation: DecodeCancellation())
            metadata.exif = exif
            return PhotoDetails(metadata, sidecars: [sidecar]).taken?.timeIntervalSince1970
        }
        #expect(try taken(.jpeg) == 1_533_304_800)
        #expect(try taken(.raw) == 1_564_840_800)
    }

    @Test("Keywords of the picture and its sidecar, hierarchical or not, are all kept")
    func keywords() throws {
        func bag(_ name: String, _ items: String...) -> String {
            "<\(name)><rdf:Bag>\(items.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></\(name)>"
        }
        var metadata = EmbeddedMetadata(
            xmp: SampleMetadata.xmp(
                "",
                bag("dc:subject", "Lisbon", "beach")
                    + bag("lr:hierarchicalSubject", "Places|Europe|Portugal|Lisbon")))
        metadata.iptc = SampleMetadata.iptc([(25, Array("Beach".utf8)), (25, Array("tram".utf8))])
        metadata.exif = SampleExif.encode([0x9C9E: .bytes(Array("sea; tram".utf16).flatMap { [UInt8($0), 0] })])
        let sidecar = SampleMetadata.xmp("", bag("digiKam:TagsList", "Trips/Autumn") + bag("dc:subject", "boat"))
        #expect(
            PhotoDetails(metadata, sidecars: [sidecar]).tags
                == ["boat", "Trips/Autumn", "beach", "Places/Europe/Portugal/Lisbon", "tram", "sea"])
    }

    @Test("People are read from IPTC's list and from the regions of two standards, with any prefix")
    func people() throws {
        func people(_ elements: String) -> [String] {
            PhotoDetails(EmbeddedMetadata(xmp: SampleMetadata.xmp("", elements))).people
        }
        let inImage = """
            <e:PersonInImage xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag><rdf:li>Ada Lovelace</rdf:li>\
            </rdf:Bag></e:PersonInImage>
            """
        func region(_ attributes: String) -> String { "<rdf:li rdf:parseType=\"Resource\">\(attributes)</rdf:li>" }
        let regions = """
            <r:Regions xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" rdf:parseType="Resource">
            <r:RegionList><rdf:Bag>\(region("<r:Type>Face</r:Type>"))\
            \(region("<r:Name>ada lovelace</r:Name><r:Type>Face</r:Type>"))\
            \(region("<r:Name>Rex</r:Name><r:Type>Pet</r:Type>"))\
            \(region("<r:Name>4006381333931</r:Name><r:Type>BarCode</r:Type>"))</rdf:Bag></r:RegionList></r:Regions>
            """
        let windows = """
            <MP:RegionInfo xmlns:MP="http://ns.microsoft.com/photo/1.2/" rdf:parseType="Resource">\
            <I:Regions xmlns:I="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"><rdf:Bag>\
            <rdf:li xmlns:P="http://ns.microsoft.com/photo/1.2/t/Region#" P:PersonDisplayName="Grace Hopper" \
            P:Rectangle="0.1, 0.1, 0.2, 0.2"/></rdf:Bag></I:Regions></MP:RegionInfo>
            """
        #expect(people(inImage) == ["Ada Lovelace"])
        #expect(people(regions) == ["ada lovelace", "Rex"])
        #expect(people(windows) == ["Grace Hopper"])
        #expect(people(inImage + regions + windows) == ["Ada Lovelace", "Rex", "Grace Hopper"])
        #expect(people("").isEmpty)
        var metadata = EmbeddedMetadata(xmp: SampleMetadata.xmp("", regions))
        metadata.iptc = SampleMetadata.iptc([(105, Array("Minister opens bridge".utf8))])
        let details = PhotoDetails(metadata, sidecars: [SampleMetadata.xmp("xmp:Label=\"Red\"", windows)])
        #expect(details.people == ["Grace Hopper", "ada lovelace", "Rex"])
        #expect(details.headline == "Minister opens bridge")
        #expect(details.label == "Red")
        let ofDigiKam = SampleMetadata.xmp("digiKam:ColorLabel=\"4\"")
        #expect(PhotoDetails(EmbeddedMetadata(xmp: ofDigiKam)).label == "Green")
        let none = SampleMetadata.xmp("digiKam:ColorLabel=\"0\"")
        #expect(PhotoDetails(EmbeddedMetadata(xmp: none)).label == nil)
        let ofDarktable = SampleMetadata.xmp("xmp:Label=\"NoColor\"")
        #expect(PhotoDetails(EmbeddedMetadata(xmp: ofDarktable)).label?.isEmpty == true)
    }

    @Test("Windows' texts and the user's comment complete the other texts of EXIF")
    func windowsTexts() throws {
        func bytes(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0] }
        let exif = SampleExif.encode([
            0x9C9B: .bytes(bytes("Brücke")), 0x9C9D: .bytes(bytes("Ada")),
            0x8769: .directory([
                0x9286: .undefined(
                    Array("UNICODE\0".utf8) + "Straße".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
            ]),
        ])
        let details = try details(SampleJPEG.adding(exif: exif, to: jpeg))
        #expect(details.title == "Brücke" && details.author == "Ada" && details.description == "Straße")
    }

    @Test("Picks of Adobe's programs are picks unless digiKam's flag says otherwise")
    func picks() throws {
        func isPicked(_ attributes: String) throws -> Bool? {
            let pick = "xmlns:xmpDM=\"http://ns.adobe.com/xmp/1.0/DynamicMedia/\" xmpDM:pick="
            return try details(SampleJPEG.adding(xmp: SampleMetadata.xmp(pick + attributes), to: jpeg)).isPicked
        }
        #expect(try isPicked("\"1\"") == true && isPicked("\"0\"") == false && isPicked("\"7\"") == nil)
        #expect(try isPicked("\"1\" digiKam:PickLabel=\"0\"") == false)
    }

    @Test("Ratings in percent and rejected picks are ratings")
    func otherRatings() throws {
        func rating(_ attributes: String) throws -> Int? {
            try details(SampleJPEG.adding(xmp: SampleMetadata.xmp(attributes), to: jpeg)).rating
        }
        for (percent, stars) in [(1, 1), (25, 2), (50, 3), (75, 4), (99, 5)] {
            #expect(try rating("MicrosoftPhoto:Rating=\"\(percent)\"") == stars)
        }
        #expect(try rating("MicrosoftPhoto:Rating=\"0\"") == nil)
        #expect(try rating("xmlns:ms=\"http://ns.microsoft.com/photo/1.0\" ms:Rating=\"75\"") == 4)
        #expect(try rating("MicrosoftPhoto:Rating=\"75\" xmp:Rating=\"2\"") == 2)
        #expect(try rating("digiKam:PickLabel=\"1\" xmp:Rating=\"4\"") == -1)
        let pick = "xmlns:xmpDM=\"http://ns.adobe.com/xmp/1.0/DynamicMedia/\" xmpDM:pick="
        #expect(try rating("\(pick)\"-1\" xmp:Rating=\"4\"") == -1)
        #expect(try rating("\(pick)\"-1\" xmp:Rating=\"4\" digiKam:PickLabel=\"0\"") == 4)
        let exif = SampleExif.encode([0x4749: .short(75)])
        #expect(try details(SampleJPEG.adding(exif: exif, to: jpeg)).rating == 4)
    }

    @Test("A sidecar of icloudpd has a rating, a date with its zone, and coordinates in degrees")
    func icloudpd() throws {
        let sidecar = """
            <?xml version="1.0" encoding="utf-8"?>
            <x:xml_doc xmlns:x="adobe:ns:meta/" x:xmptk="icloudpd"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:exif="http://ns.adobe.com/exif/1.0/"><exif:GPSLatitude>60.5</exif:GPSLatitude>\
            <exif:GPSLongitude>-135.25</exif:GPSLongitude></rdf:Description><rdf:Description rdf:about="" \
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"><photoshop:DateCreated>2024-01-23T18:12:34-0700\
            </photoshop:DateCreated></rdf:Description><rdf:Description rdf:about="" \
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:Rating>5</xmp:Rating></rdf:Description></rdf:RDF></x:xml_doc>
            """
        let details = PhotoDetails(EmbeddedMetadata(), sidecars: [Array(sidecar.utf8)])
        #expect(details.coordinate == Address.Coordinate(latitude: 60.5, longitude: -135.25))
        #expect(details.takenZone == -420 && details.taken == Date(timeIntervalSince1970: 1_706_033_554))
        #expect(details.rating == 5)
        var properties = PhotoProperties()
        properties.values.rating = 3
        let edited = try XMPEdit(packet: Array(sidecar.utf8), properties: properties).applied().bytes
        #expect(String(decoding: edited, as: UTF8.self) == sidecar.replacing(">5<", with: ">3<"))
    }

    @Test("A sidecar that is declared to be Latin-1 is decoded once")
    func latin1() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
            + String(decoding: SampleMetadata.xmp("xmp:Label=\"\u{E9}t\u{E9}\""), as: UTF8.self)
        for bytes in [Array(text.utf8), text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }] {
            #expect(PhotoDetails(EmbeddedMetadata(), sidecars: [bytes]).label == "\u{E9}t\u{E9}")
        }
    }

    @Test("Extended XMP of a JPEG is read, in any order, if the main packet names it")
    func extendedXMP() throws {
        let name = "01278F865E27CD2813562EC646569E4B"
        let packet = SampleMetadata.xmp("xmp:Label=\"\(String(repeating: "x", count: 100))\" xmp:Rating=\"2\"")
        func label(_ main: String, parts: [Range<Int>]) throws -> String? {
            var bytes = jpeg
            for part in parts {
                let content =
                    Array("http://ns.adobe.com/xmp/extension/\0\(name)".utf8)
                    + [packet.count, part.lowerBound].flatMap { number in
                        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
                    } + packet[part]
                bytes = SampleJPEG.adding(0xE1, content, to: bytes)
            }
            let details = try details(SampleJPEG.adding(xmp: SampleMetadata.xmp("xmp:Rating=\"4\" \(main)"), to: bytes))
            #expect(details.rating == 4)
            return details.label
        }
        let named = "xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" xmpNote:HasExtendedXMP=\"\(name)\""
        let parts = [0..<100, 100..<packet.count]
        #expect(try label(named, parts: parts)?.hasPrefix("xxx") == true)
        #expect(try label(named, parts: parts.reversed())?.hasPrefix("xxx") == true)
        #expect(try label("", parts: parts) == nil)
        #expect(try label(named, parts: [parts[0]]) == nil)
        #expect(try label(named, parts: [parts[0], 200..<packet.count]) == nil)
    }

    @Test("A coordinate of 0, 0 is unknown, and one without references is north and east")
    func coordinates() throws {
        func coordinate(_ latitude: Int, _ longitude: Int, _ sides: [UInt16: String] = [:]) throws
            -> Address.Coordinate?
        {
            let tags: [UInt16: SampleExif.Value] = [
                2: .rationals([(latitude, 1), (6, 1), (0, 1)]), 4: .rationals([(longitude, 1), (30, 1), (0, 1)]),
            ]
            let gps = tags.merging(sides.mapValues { .text($0) }) { $1 }
            let exif = SampleExif.encode([0x8825: .directory(gps)])
            return try details(SampleJPEG.adding(exif: exif, to: jpeg)).coordinate
        }
        #expect(try coordinate(48, 11) == Address.Coordinate(latitude: 48.1, longitude: 11.5))
        #expect(try coordinate(48, 11, [1: "S", 3: "W"]) == Address.Coordinate(latitude: -48.1, longitude: -11.5))
        func decimal(_ latitude: SampleExif.Value, _ longitude: SampleExif.Value) throws -> Address.Coordinate? {
            let exif = SampleExif.encode([
                0x8825: .directory([1: .text("S"), 2: latitude, 3: .text("E"), 4: longitude])
            ])
            return try details(SampleJPEG.adding(exif: exif, to: jpeg)).coordinate
        }
        let southeast = Address.Coordinate(latitude: -48.5, longitude: 11.25)
        #expect(try decimal(.rationals([(97, 2)]), .rationals([(45, 4)])) == southeast)
        #expect(try decimal(.signedRationals([(-97, 2)]), .signedRationals([(45, 4)])) == southeast)
        #expect(
            try decimal(.signedRationals([(48, 1), (30, 1), (0, 1)]), .rationals([(11, 1), (15, 1)])) == southeast)
        let nowhere = SampleMetadata.xmp("exif:GPSLatitude=\"0,0.0N\" exif:GPSLongitude=\"0,0.0E\"")
        #expect(try details(SampleJPEG.adding(xmp: nowhere, to: jpeg)).coordinate == nil)
        let munich = SampleMetadata.xmp("exif:GPSLatitude=\"48,6.0N\" exif:GPSLongitude=\"11,30.0E\"")
        #expect(try details(SampleJPEG.adding(xmp: munich, to: jpeg)).coordinate?.latitude == 48.1)
    }

    @Test("A lower source completes a date without time or zone if it agrees with it")
    func completedDate() throws {
        func details(_ iptcDate: String, _ iptcTime: String?) throws -> PhotoDetails {
            let exif = SampleExif.encode([
                0x8769: .directory([0x9004: .text("2015:04:10 12:03:09"), 0x9012: .text("-03:30")])
            ])
            var dataSets: [(UInt8, [UInt8])] = [(55, Array(iptcDate.utf8))]
            if let iptcTime { dataSets.append((60, Array(iptcTime.utf8))) }
            let iptc = SampleMetadata.iptc(dataSets)
            return try self.details(SampleJPEG.adding(iptc: iptc, to: SampleJPEG.adding(exif: exif, to: jpeg)))
        }
        #expect(try details("20150410", nil).taken == noon)
        #expect(try details("20150410", nil).takenZone == -210)
        #expect(try details("20150410", "120309").takenZone == -210)
        // It disagrees, so it is another date.
        let scanned = try details("19751231", nil)
        #expect(scanned.taken == Date(timeIntervalSince1970: 189_216_000))
        #expect(scanned.takenZone == nil)
    }

    @Test("Dates are read to the second, with zones of the Earth only")
    func dates() {
        func date(_ text: String) -> (Double?, Int?) {
            let time = LocalTime(iso8601: text)
            return (time?.date.timeIntervalSince1970, time?.zone)
        }
        #expect(date("2015-04-10T12:03:09") == (1_428_667_389, nil))
        #expect(date("2015-04-10T12:03:09Z") == (1_428_667_389, 0))
        #expect(date("2015-04-10T12:03-11:30") == (1_428_667_380, -690))
        #expect(date("2015-04-10") == (1_428_624_000, nil))
        #expect(date("2015-04") == (1_427_846_400, nil))
        #expect(date("2015") == (1_420_070_400, nil))
        #expect(date("2000-02-29T00:00:00") == (951_782_400, nil))
        #expect(date("0001-01-01") == (-62_135_596_800, nil))
        for text in ["", "T", "2015-13-01", "2015-04-10T25:00:00", "10000-01-01", "99999999999999999999-01-01"] {
            #expect(date(text) == (nil, nil), "\(text)")
        }
        var details = PhotoDetails()
        details.setTaken(noon, zone: 15 * 60)
        #expect(details.takenZone == nil)
    }

    @Test("Ratings are 0 to 5 or rejected; others are unknown")
    func ratings() throws {
        for (text, rating) in [
            ("5", 5), ("-1", -1), ("3.0", 3), ("0", 0), ("6", nil), ("-2", nil), ("many", nil), ("1e300", nil),
            ("nan", nil),
        ] as [(String, Int?)] {
            let file = SampleJPEG.adding(xmp: SampleMetadata.xmp("xmp:Rating=\"\(text)\""), to: jpeg)
            #expect(try details(file).rating == rating, "\(text)")
        }
    }

    @Test("The first bytes of a file are read once for all readers, and other parts when a reader asks")
    func sharedHead() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let counted = CountingPicture(bytes)
        let cancellation = DecodeCancellation()
        let file = try FileWithHead(counted, cancellation: cancellation)
        func read(_ range: Range<Int>, of file: FileWithHead) throws -> [UInt8] {
            let part = try file.read(range.count, at: range.lowerBound, cancellation: cancellation)
            return withExtendedLifetime(part) { Array(part.bytes) }
        }
        let head = counted.readBytes
        for range in [0..<16, 0..<head, 4000..<head, head - 1..<head] {
            #expect(try read(range, of: file) == Array(bytes[range]))
        }
        #expect(head == 16 << 10 && counted.readBytes == head)
        #expect(try read(head - 1..<head + 1, of: file) == Array(bytes[head - 1..<head + 1]))
        #expect(try read(99_990..<100_100, of: file) == Array(bytes[99_990...]))
        #expect(try read(100_000..<100_001, of: file).isEmpty && counted.readBytes == head + 12)
        let small = try FileWithHead(CountingPicture([1, 2, 3]), cancellation: cancellation)
        #expect(try read(0..<10, of: small) == [1, 2, 3] && read(2..<12, of: small) == [3])
    }

    @Test("Only the head of a large JPEG is read, and metadata after the pixels of other formats is found")
    func head() throws {
        let file = CountingPicture(
            SampleJPEG.adding(xmp: SampleMetadata.wholeXMP, to: jpeg) + [UInt8](repeating: 0, count: 8 << 20))
        let metadata = try EmbeddedMetadata(of: file, format: .jpeg, cancellation: DecodeCancellation())
        #expect(metadata.xmp == SampleMetadata.wholeXMP)
        #expect(file.readBytes <= 16 << 10)
        var png = SamplePNG(Self.picture)
        png.before = [("junk", [UInt8](repeating: 0, count: 1 << 20))]
        png.after = [("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + SampleMetadata.wholeXMP)]
        let late = CountingPicture(png.encode(Self.picture.rgb))
        #expect(try EmbeddedMetadata(of: late, format: .png, cancellation: DecodeCancellation()).xmp != nil)
        #expect(late.readBytes <= 128 << 10)
    }

    @Test("Metadata of any length fits into a worker's answer")
    func longMetadata() throws {
        let long = String(repeating: "界", count: 8000)
        let items = (0..<300).map { "<rdf:li>\($0)\(long.prefix(200))</rdf:li>" }.joined()
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.jpg"
        try Data(jpeg).write(to: URL(filePath: path))
        try Data(
            SampleMetadata.xmp(
                "tiff:Model=\"\(long)\" aux:Lens=\"\(long)\"",
                SampleMetadata.title(long) + "<dc:creator><rdf:Seq><rdf:li>\(long)</rdf:li></rdf:Seq></dc:creator>"
                    + "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(long)</rdf:li></rdf:Alt></dc:description>"
                    + "<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")
        ).write(to: URL(filePath: path + ".xmp"))
        let details = try DecodingWorkers.ofBuiltProgram().describe(
            DecodingRequest(.file(path: Array(path.utf8))), cancellation: DecodeCancellation()
        ).details
        #expect(details.title?.unicodeScalars.count == MetadataLimits.maxNameScalars)
        #expect(details.tags.count == MetadataLimits.maxTags)
    }

    @Test("Metadata that ends a worker doesn't keep the picture from being shown")
    func hostileSidecar() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.jpg"
        try Data(jpeg).write(to: URL(filePath: path))
        // RDF nested so deeply that the parser's recursion overflows the stack.
        let depth = 60_000
        let nested =
            String(repeating: "<dc:x><rdf:Bag><rdf:li>", count: depth)
            + String(repeating: "</rdf:li></rdf:Bag></dc:x>", count: depth)
        try Data(SampleMetadata.xmp("", nested).prefix(XMPPacket.maxBytes - 1)).write(to: URL(filePath: path + ".xmp"))
        let service = DecodingWorkers.ofBuiltProgram()
        let request = DecodingRequest(.file(path: Array(path.utf8)))
        _ = try? service.describe(request, cancellation: DecodeCancellation())
        let level = try service.render(
            request, .thumbnail(box: PixelSize(width: 40, height: 40)), cancellation: DecodeCancellation())
        #expect(level.pictureSize == Self.picture.size)
    }

    @Test("A sidecar that is a link to a device or a folder is ignored")
    func strangeSidecars() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.jpg"
        try Data(jpeg).write(to: URL(filePath: path))
        try FileManager.default.createSymbolicLink(atPath: path + ".xmp", withDestinationPath: "/dev/zero")
        try FileManager.default.createDirectory(atPath: folder.path + "/a.xmp", withIntermediateDirectories: false)
        #expect(SidecarFiles.sources(besides: .file(path: Array(path.utf8))).isEmpty)
    }
}

/// Counts the bytes that are read.
private final class CountingPicture: EncodedPicture {
    private let picture: FetchedPicture
    private(set) var readBytes = 0

    init(_ bytes: [UInt8]) {
        guard let picture = try? FetchedPicture(bytes) else { preconditionFailure("no bytes") }
        self.picture = picture
    }

    var size: Int { picture.size }
    var version: IdentifiedFile? { nil }

    func read(_ count: Int, at offset: Int, cancellation: DecodeCancellation) throws -> FileBytes {
        let bytes = try picture.read(count, at: offset, cancellation: cancellation)
        readBytes += bytes.count
        return bytes
    }
}
