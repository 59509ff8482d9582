import Albums
import Foundation
import Fuzzing
import TestFixtures
import Testing

@testable import Pictures

@Suite("Changing XMP packets", .timeLimit(.minutes(60)))
struct XMPEditingTests {
    private static func properties(
        rating: Int? = nil, label: String? = nil, pickLabel: Int? = nil, starsBeforeRejection: Int? = nil
    ) -> PhotoProperties {
        var properties = PhotoProperties()
        properties.values.rating = rating
        properties.values.label = label
        properties.values.pickLabel = pickLabel
        properties.values[.starsBeforeRejection] = starsBeforeRejection.map(String.init)
        return properties
    }

    private static let rejection = properties(rating: -1, label: "", pickLabel: 1, starsBeforeRejection: 3)

    private func edited(_ packet: String, _ properties: PhotoProperties) throws -> String {
        String(decoding: try XMPEdit(packet: Array(packet.utf8), properties: properties).applied().bytes, as: UTF8.self)
    }

    private func details(_ packet: String) throws -> PhotoDetails {
        PhotoDetails(try #require(Array(packet.utf8).withUnsafeBytes { XMPPacket($0) }))
    }

    /// Sidecars in the style of other programs.
    enum Style {
        static let rdf = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""

        static let darktable = """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <!-- kept by hand -->
             <rdf:RDF \(rdf)>
              <rdf:Description rdf:about=""
                xmlns:exif="http://ns.adobe.com/exif/1.0/"
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:darktable="http://darktable.sf.net/"
               exif:DateTimeOriginal="2024:05:01 10:11:12.000"
               xmp:Rating="2"
               darktable:xmp_version="5">
               <darktable:colorlabels>
                <rdf:Seq>
                 <rdf:li>0</rdf:li>
                 <rdf:li>3</rdf:li>
                </rdf:Seq>
               </darktable:colorlabels>
               <darktable:history>
                <rdf:Seq>
                 <rdf:li
                  darktable:num="0"
                  darktable:operation="exposure"
                  darktable:params="gz02eJxjYGBgkGAAgRNODGiAEV0AJ2iwh+CRxQcA5qIZBA=="/>
                </rdf:Seq>
               </darktable:history>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>

            """

        static let exifTool = """
            <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
            <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>

             <rdf:Description rdf:about=''
              xmlns:MicrosoftPhoto='http://ns.microsoft.com/photo/1.0'>
              <MicrosoftPhoto:Rating>50</MicrosoftPhoto:Rating>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:dc='http://purl.org/dc/elements/1.1/'>
              <dc:title>
               <rdf:Alt>
                <rdf:li xml:lang='x-default'>Sea &amp; “sand”</rdf:li>
               </rdf:Alt>
              </dc:title>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:xmp='http://ns.adobe.com/xap/1.0/'>
              <xmp:Label>Green</xmp:Label>
              <xmp:Rating>3</xmp:Rating>
             </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end='w'?>
            """

        static let digiKam = """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <rdf:RDF \(rdf)>
              <rdf:Description rdf:about=""
                xmlns:digiKam="http://www.digikam.org/ns/1.0/"
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
               digiKam:ColorLabel="1"
               digiKam:PickLabel="0"
               xmp:Rating="4"
               MicrosoftPhoto:Rating="75">
               <digiKam:TagsList>
                <rdf:Seq>
                 <rdf:li>Places/Rome</rdf:li>
                </rdf:Seq>
               </digiKam:TagsList>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>
            """

        static let lightroom = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000 1.000000, 0000/00/00-00:00:00        ">
             <rdf:RDF \(rdf)>
              <rdf:Description rdf:about=""
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
                xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
                xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
               xmp:Rating="5"
               xmp:Label="Blue"
               xmp:MetadataDate="2024-05-01T10:11:12+02:00"
               xmpMM:InstanceID="xmp.iid:6a2f"
               crs:Version="15.3"
               crs:HasSettings="True">
               <xmpMM:History>
                <rdf:Seq>
                 <rdf:li stEvt:action="saved" stEvt:when="2024-05-01T10:11:12+02:00" stEvt:changed="/metadata"/>
                </rdf:Seq>
               </xmpMM:History>
               <crs:ToneCurvePV2012><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq></crs:ToneCurvePV2012>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            """

        /// With old prefixes, and properties on one line.
        static let captureOne = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(rdf)><rdf:Description \
            xmlns:xap="http://ns.adobe.com/xap/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" rdf:about="">\
            <xap:Rating>1</xap:Rating><xap:Label>Red</xap:Label><photoshop:Urgency>1</photoshop:Urgency>\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """

        static let all = [
            Named("darktable", darktable), Named("ExifTool", exifTool), Named("digiKam", digiKam),
            Named("Lightroom", lightroom), Named("Capture One", captureOne),
        ]
    }

    @Test("A new list of paths has all tags, because programs that know paths read no others")
    func newPathLists() throws {
        func adding(_ tag: String, to packet: [UInt8]) throws -> [UInt8] {
            let properties = PhotoProperties(tags: TagChange(add: [tag]))
            return try XMPEdit(packet: packet, properties: properties).applied().bytes
        }
        let bytes = try adding("Dusk", to: try adding("Places/Rome", to: try adding("Sea", to: [])))
        let packet = try #require(bytes.withUnsafeBytes { XMPPacket($0) })
        #expect(packet.exactItems(.lightroom, "hierarchicalSubject") == ["Sea", "Places|Rome", "Dusk"])
        #expect(packet.exactItems(.digiKam, "TagsList") == ["Sea", "Places/Rome", "Dusk"])
        #expect(packet.exactItems(.dublinCore, "subject") == ["Sea", "Rome", "Dusk"])
    }

    @Test("A new sidecar has the properties that are set, in the customary wrapper")
    func newSidecar() throws {
        #expect(
            try edited("", Self.properties(rating: 4, label: "Red")) == """
                <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
                <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Tintype">
                 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                  <rdf:Description
                    rdf:about=""
                    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                    xmp:Rating="4"
                    xmp:Label="Red"/>
                 </rdf:RDF>
                </x:xmpmeta>
                <?xpacket end="w"?>

                """)
        let rejected = try details(edited("", Self.rejection))
        #expect(rejected.rating == -1 && rejected.starsBeforeRejection == 3 && rejected.label == "")
        let picked = try details(edited("", Self.properties(pickLabel: 3)))
        #expect(picked.isPicked == true && picked.rating == nil)
    }

    @Test("A change that sets nothing leaves the packet unchanged")
    func nothing() throws {
        #expect(try edited("", Self.properties(starsBeforeRejection: 0)) == "")
        #expect(try edited("", PhotoProperties()) == "")
        for style in Style.all { #expect(try edited(style.value, PhotoProperties()) == style.value) }
        #expect(try edited(Style.lightroom, Self.properties(rating: 5, label: "Blue")) == Style.lightroom)
    }

    @Test("Only the value of a property changes, and every other byte stays", arguments: Style.all)
    func minimal(style: Named<String>) throws {
        let old = try #require(style.value.firstMatch(of: /(?:xmp|xap):Rating(?:="|>)(\d)/))
        var expected = style.value
        expected.replaceSubrange(old.output.1.startIndex..<old.output.1.endIndex, with: "0")
        expected = expected.replacing(/MicrosoftPhoto:Rating="75"/, with: "MicrosoftPhoto:Rating=\"0\"")
            .replacing(/<MicrosoftPhoto:Rating>50/, with: "<MicrosoftPhoto:Rating>0")
        #expect(try edited(style.value, Self.properties(rating: 0)) == expected)
    }

    @Test("Properties that are missing become attributes in the style of their element")
    func additions() throws {
        let lightroom = try edited(Style.lightroom, Self.rejection)
        let expected = Style.lightroom.replacing("xmp:Rating=\"5\"", with: "xmp:Rating=\"-1\"")
            .replacing("xmp:Label=\"Blue\"", with: "xmp:Label=\"\"")
            .replacing(
                "crs:HasSettings=\"True\"",
                with: """
                    crs:HasSettings="True"
                       xmlns:digiKam="http://www.digikam.org/ns/1.0/"
                       digiKam:PickLabel="1"
                       xmlns:tintype="http://tintype.photos/ns/1.0/"
                       tintype:RatingBeforeRejection="3"
                    """)
        #expect(lightroom == expected)
        let back = try edited(
            lightroom, Self.properties(rating: 5, label: "Blue", pickLabel: 0, starsBeforeRejection: 0))
        #expect(!back.contains("RatingBeforeRejection"))
        #expect(try details(back).rating == 5)
    }

    @Test("The flag of Adobe's programs follows, if the packet has it", arguments: [(3, 1), (1, -1), (0, 0)])
    func adobeFlag(pickLabel: Int, pick: Int) throws {
        let old = Style.lightroom.replacing(
            "crs:HasSettings=\"True\"",
            with: "xmlns:xmpDM=\"http://ns.adobe.com/xmp/1.0/DynamicMedia/\" xmpDM:pick=\"7\"")
        #expect(try edited(old, Self.properties(pickLabel: pickLabel)).contains("xmpDM:pick=\"\(pick)\""))
        #expect(try !edited(Style.lightroom, Self.properties(pickLabel: pickLabel)).contains("xmpDM"))
    }

    @Test("Properties that are missing become elements beside elements of their namespace")
    func addedElements() throws {
        let old = Style.exifTool.replacing("\n  <xmp:Label>Green</xmp:Label>", with: "")
        #expect(
            try edited(old, Self.properties(rating: 3, label: "<"))
                == Style.exifTool
                .replacing("\n  <xmp:Label>Green</xmp:Label>", with: "")
                .replacing("</xmp:Rating>", with: "</xmp:Rating>\n  <xmp:Label>&lt;</xmp:Label>"))
        // Namespaces keep their order, so that everything but the label is as before.
        let mixed = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(Style.rdf)><rdf:Description rdf:about="">
            <dc:source xmlns:dc="http://purl.org/dc/elements/1.1/">x</dc:source>
            <xmp:CreatorTool xmlns:xmp="http://ns.adobe.com/xap/1.0/">y</xmp:CreatorTool>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        #expect(
            try edited(mixed, Self.properties(label: "Red"))
                == mixed.replacing(
                    "</xmp:CreatorTool>",
                    with: """
                        </xmp:CreatorTool>
                        <xmp:Label xmlns:xmp="http://ns.adobe.com/xap/1.0/">Red</xmp:Label>
                        """))
    }

    @Test("A namespace of the packet gets no second prefix, whichever description declares the first")
    func knownPrefix() throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(Style.rdf)>
             <rdf:Description about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"/>
             <rdf:Description about="" xmlns:xap="http://ns.adobe.com/xap/1.0/"></rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """
        let result = try edited(packet, Self.properties(rating: 4, label: "Red"))
        #expect(
            result
                == packet.replacing(
                    "xap/1.0/\"", with: "xap/1.0/\" xap:Rating=\"4\" xap:Label=\"Red\""))
    }

    @Test("Other programs' copies of a label and a rating follow, if the sidecar has them")
    func copies() throws {
        let green = Self.properties(rating: 5, label: "Green")
        let digiKam = try edited(Style.digiKam, green)
        #expect(digiKam.contains("digiKam:ColorLabel=\"4\"") && digiKam.contains("MicrosoftPhoto:Rating=\"99\""))
        #expect(digiKam.contains("xmp:Label=\"Green\"") && digiKam.contains("xmp:Rating=\"5\""))
        #expect(
            try edited(Style.darktable, green).contains(
                """
                <darktable:colorlabels>
                    <rdf:Seq>
                     <rdf:li>2</rdf:li>
                    </rdf:Seq>
                   </darktable:colorlabels>
                """))
        #expect(try edited(Style.exifTool, green).contains("<MicrosoftPhoto:Rating>99<"))
        // A label that those programs don't know.
        let own = Self.properties(label: "Für Oma")
        #expect(try edited(Style.digiKam, own).contains("digiKam:ColorLabel=\"0\""))
        #expect(!(try edited(Style.darktable, own)).contains("<rdf:li>3"))
        #expect(try edited(Style.digiKam, Self.properties(label: "")).contains("digiKam:ColorLabel=\"0\""))
        #expect(!(try edited(Style.lightroom, green)).contains("ColorLabel"))
    }

    @Test("A label of darktable or digiKam is read, and can be removed or changed")
    func otherLabels() throws {
        for style in [Style.darktable, Style.digiKam] {
            #expect(try details(style).label == "Red")
            #expect(try details(edited(style, Self.properties(label: ""))).label == "")
            #expect(try details(edited(style, Self.properties(label: "Purple"))).label == "Purple")
        }
        let blue = Style.darktable.replacing("<rdf:li>0</rdf:li>", with: "")
        #expect(try details(blue).label == "Blue")
        for strange in ["9", "-1", "x", "9223372036854775807"] {
            #expect(try details(blue.replacing("<rdf:li>3<", with: "<rdf:li>\(strange)<")).label == nil)
        }
        #expect(try edited(Style.digiKam, Self.properties(label: "purple")).contains("ColorLabel=\"6\""))
    }

    @Test("Properties in any form of RDF are replaced")
    func forms() throws {
        func packet(_ attributes: String, _ elements: String) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(Style.rdf)>
            <rdf:Description rdf:about='' xmlns:a='http://ns.adobe.com/xap/1.0/' \(attributes)>\(elements)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """
        }
        for (attributes, elements) in [
            ("a:Rating='2'", ""), ("a:Rating = \"2\"", ""), ("", "<a:Rating>2</a:Rating>"), ("", "<a:Rating/>"),
            ("", "<a:Rating><![CDATA[2]]></a:Rating>"), ("", "<a:Rating><!-- two -->2</a:Rating>"),
            ("", "<a:Rating a:note='x' rdf:value='2'/>"), ("", "<a:Rating xml:lang='en'>2</a:Rating>"),
            ("", "<a:Rating rdf:parseType='Resource'><rdf:value>2</rdf:value><a:note>x</a:note></a:Rating>"),
            ("", "<a:Nickname>x</a:Nickname><a:Rating xml:lang='en'>2</a:Rating>"),
            ("", "<b:Rating xmlns:b='http://ns.adobe.com/xap/1.0/'>2</b:Rating>"),
            ("xmlns:xmp='http://other.example/'", "<xmp:Rating>7</xmp:Rating>"),
            ("xmlns:q='http://other.example/' q:q='&gt;/&gt;'", "<q:Rating>7</q:Rating><q:e q:f='>'/>"),
        ] {
            let new = try edited(packet(attributes, elements), Self.properties(rating: 4, label: "Red"))
            #expect(try details(new).rating == 4, "\(attributes)\(elements)")
            #expect(try details(new).label == "Red")
            #expect(new.contains("7") == elements.contains("7"))
        }
    }

    @Test("A packet without a description gets one")
    func withoutDescription() throws {
        for form in ["/>", ">\n</rdf:RDF>", " ></rdf:RDF>"] {
            let rdf = "<rdf:RDF \(Style.rdf)\(form)"
            let new = try? edited("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\(rdf)</x:xmpmeta>", Self.rejection)
            #expect(try details(#require(new, "\(rdf)")).starsBeforeRejection == 3)
        }
        // Exempi reads RDF in its usual wrapper only.
        #expect(throws: SidecarFailure.damaged) {
            try edited("<rdf:RDF \(Style.rdf)/>", Self.properties(rating: 2))
        }
    }

    @Test("Labels keep every character")
    func characters() throws {
        for label in ["<&>\"'", "红色", "Für \u{1F600}", " a  b ", "x]]>y"] {
            for style in Style.all.map(\.value) + [""] {
                let new = Array(try edited(style, Self.properties(label: label)).utf8)
                let packet = try #require(new.withUnsafeBytes { XMPPacket($0) })
                #expect(packet.exactText(.xmp, "Label") == label)
            }
        }
        #expect(try details(edited("", Self.properties(label: "a\u{7}b"))).label == "ab")
    }

    @Test("UTF-16 stays UTF-16, and a byte order mark stays", arguments: [true, false])
    func encodings(isBigEndian: Bool) throws {
        let text = Style.lightroom
        let encoded = { (text: String) -> [UInt8] in
            "\u{FEFF}\(text)".utf16.flatMap { unit -> [UInt8] in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? bytes : bytes.reversed()
            }
        }
        let new = try XMPEdit(packet: encoded(text), properties: Self.properties(label: "红色")).applied().bytes
        #expect(new == encoded(text.replacing("\"Blue\"", with: "\"红色\"")))
        let marked = "\u{FEFF}" + Style.captureOne
        #expect(try edited(marked, Self.properties(rating: 3)) == marked.replacing("Rating>1", with: "Rating>3"))
    }

    @Test("Anything but an intact packet is refused")
    func refusals() throws {
        let lightroom = Style.lightroom
        for damaged in [
            "x", " ", "<a/>", "{\"title\": 1}", String(lightroom.dropLast(30)), lightroom + lightroom,
            lightroom.replacing("xmp:Label=\"Blue\"", with: "xmp:Rating=\"4\""),
            lightroom.replacing("<xmpMM:History>", with: "<xmp:Rating>4</xmp:Rating><xmpMM:History>"),
            "<!DOCTYPE a [<!ENTITY b 'c'>]>" + lightroom, lightroom.replacing("rdf:about=\"\"", with: "rdf:about="),
            lightroom.replacing("</x:xmpmeta>", with: ""),
        ] {
            #expect(throws: SidecarFailure.damaged, "\(damaged.prefix(40))") {
                try edited(damaged, Self.properties(rating: 3))
            }
        }
        let latin = Array(lightroom.replacing("Blue", with: "Bleu").utf8).map { $0 == UInt8(ascii: "B") ? 0xE9 : $0 }
        #expect(throws: SidecarFailure.damaged) {
            try XMPEdit(packet: latin, properties: Self.properties(rating: 3)).applied().bytes
        }
        let padded = lightroom + String(repeating: " ", count: XMPPacket.maxBytes - lightroom.utf8.count)
        #expect(throws: SidecarFailure.tooLarge) { try edited(padded + " ", Self.properties(rating: 3)) }
        #expect(throws: SidecarFailure.tooLarge) { try edited(padded, Self.rejection) }
        #expect(try details(edited(padded, Self.properties(rating: 3))).rating == 3)
    }

    @Test(
        "A change that expects other values than the packet has is refused, and names those",
        arguments: ["-1", "2.0", "0", nil])
    func expectedValues(rating: String?) throws {
        let attribute = "xmp:Rating=\"5\""
        try #require(Style.lightroom.contains(attribute))
        let packet = Style.lightroom.replacing(attribute, with: rating.map { "xmp:Rating=\"\($0)\"" } ?? "")
        let number = rating.flatMap { Double($0) }.map { Int($0) } ?? 0
        var properties = Self.properties(rating: 4, label: "Red")
        properties.expected = PhotoValues(rating: number, label: "Blue", pickLabel: 0)
        #expect(try details(edited(packet, properties)).rating == 4)
        properties.expected = PhotoValues(rating: 3, label: "Blue")
        let found = SidecarFailure.otherValues(PhotoValues(rating: number))
        #expect(throws: found) { try edited(packet, properties) }
        let edit = XMPEdit(packet: Array(packet.utf8), properties: properties)
        #expect(DecodingWorkers.ofBuiltProgram().edit([edit]) == [.failure(found)])
        properties.expected = PhotoValues(label: "")
        #expect(throws: SidecarFailure.otherValues(PhotoValues(label: "Blue"))) { try edited(packet, properties) }
    }

    @Test("Workers change many packets at once, and one that ends its worker costs only itself")
    func workers() throws {
        let workers = DecodingWorkers.ofBuiltProgram()
        let large = Array((Style.lightroom + String(repeating: " ", count: 900_000)).utf8)
        let packets = (0..<300).map { index in
            index % 50 == 7 ? large : index % 3 == 0 ? [] : Array(Style.all[index % Style.all.count].value.utf8)
        }
        let edits = packets.enumerated().map { XMPEdit(packet: $1, properties: Self.properties(rating: $0 % 6)) }
        let results = workers.edit(edits + [XMPEdit(packet: [1], properties: Self.rejection)])
        #expect(results.count == 301 && results.last == .failure(.damaged))
        for (index, (edit, result)) in zip(edits, results).enumerated() {
            #expect(result == Result { () throws(SidecarFailure) in try edit.applied() }, "\(index)")
        }
        #expect(workers.edit([]).isEmpty)
        #expect(
            workers.edit([XMPEdit(packet: [UInt8](repeating: 0x20, count: 5 << 20), properties: Self.rejection)])
                == [.failure(.tooLarge)])
        #expect(workers.edit([XMPEdit(packet: [], properties: PhotoProperties())]) == [.success(EditedPacket([]))])
    }
}

extension MutatedPictureTests {
    @Test("Every XMP packet is changed as requested, or not at all")
    func editedXMP() async throws {
        let isInProcess = ProcessInfo.processInfo.environment["TINTYPE_FUZZ_IN_PROCESS"] != nil
        let workers = DecodingWorkers.ofBuiltProgram()
        let words = ["rdf:li", "xmp:Rating", "xmlns:xmp", "&#x", "<!DOCTYPE", "<!--", "]]>", "<?", "/>", "rdf:value"]
        let samples = XMPEditingTests.Style.all.map { Array($0.value.utf8) } + [SampleMetadata.wholeXMP]
        var properties = PhotoProperties()
        (properties.values.rating, properties.values.label, properties.values.pickLabel) = (-1, "Yellow", 1)
        await Fuzzing("xmp-edit", samples: samples, words: words, count: 500).run { [properties] input in
            let edit = XMPEdit(packet: input.bytes, properties: properties)
            let result =
                isInProcess
                ? Result { () throws(SidecarFailure) in try edit.applied() } : workers.edit([edit]).first
            // The result is a packet with the new values, and the other properties are unchanged.
            guard case .success(let new)? = result else { return }
            #expect(new.bytes != input.bytes, "seed \(input.seed)")
            let repeated = XMPEdit(packet: new.bytes, properties: properties)
            guard case .success(let again)? = workers.edit([repeated]).first else {
                Issue.record("seed \(input.seed)")
                return
            }
            #expect(again.bytes == new.bytes, "seed \(input.seed)")
        }
    }
}
