/// Handmade XMP packets and IPTC blocks.
enum SampleMetadata {
    /// Returns a packet with these attributes and elements.
    static func xmp(_ attributes: String = "", _ elements: String = "") -> [UInt8] {
        Array(
            """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
            xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
            \(attributes)>\(elements)</rdf:Description>
            </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
            """.utf8)
    }

    static func title(_ title: String) -> String {
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(title)</rdf:li></rdf:Alt></dc:title>"
    }

    /// A packet with every property that is read.
    static let wholeXMP = xmp(
        """
        xmp:Rating="4" exif:DateTimeOriginal="2015-04-10T12:03:09.25+02:00" tiff:Make="NIKON CORPORATION"
        tiff:Model="NIKON D3100" aux:Lens="18-55 mm" exif:ExposureTime="1/500" exif:FNumber="56/10"
        exif:FocalLength="24/1" exif:GPSLatitude="37,18.954S" exif:GPSLongitude="81,8,58.56E"
        """,
        title("A lighthouse") + """
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">At dusk</rdf:li></rdf:Alt></dc:description>
            <dc:creator><rdf:Seq><rdf:li>Mira Hölt</rdf:li></rdf:Seq></dc:creator>
            <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>beach</rdf:li></rdf:Bag></dc:subject>
            <exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>
            """)

    /// Returns IIM with data sets of the application record.
    static func iptc(_ dataSets: [(UInt8, [UInt8])], isUTF8: Bool = false) -> [UInt8] {
        func dataSet(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) -> [UInt8] {
            var bytes: [UInt8] = [0x1C, record, number]
            bytes.append(big: value.count, bytes: 2)
            return bytes + value
        }
        return (isUTF8 ? dataSet(1, 90, [0x1B, 0x25, 0x47]) : []) + dataSets.flatMap { dataSet(2, $0.0, $0.1) }
    }

    static let wholeIPTC = iptc([
        (5, Array("A lighthouse".utf8)), (25, Array("sea".utf8)), (25, Array("beach".utf8)),
        (55, Array("20150410".utf8)), (60, Array("120309+0200".utf8)), (80, Array("Mira Hölt".utf8)),
        (120, Array("At dusk".utf8)),
    ])

    /// Returns Photoshop's image resources with IIM among others.
    static func photoshop(_ iptc: [UInt8]) -> [UInt8] {
        func resource(_ id: Int, name: String, _ content: [UInt8]) -> [UInt8] {
            var bytes = Array("8BIM".utf8)
            bytes.append(big: id, bytes: 2)
            bytes += [UInt8(name.utf8.count)] + name.utf8 + (name.utf8.count.isMultiple(of: 2) ? [0] : [])
            bytes.append(big: content.count, bytes: 4)
            return bytes + content + (content.count.isMultiple(of: 2) ? [] : [0])
        }
        return resource(1005, name: "odd", [1, 2, 3]) + resource(1028, name: "", iptc)
    }
}

extension SampleJPEG {
    static func adding(xmp: [UInt8], to jpeg: [UInt8]) -> [UInt8] {
        adding(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp, to: jpeg)
    }

    static func adding(iptc: [UInt8], to jpeg: [UInt8]) -> [UInt8] {
        adding(0xED, Array("Photoshop 3.0\0".utf8) + SampleMetadata.photoshop(iptc), to: jpeg)
    }

    static func adding(exif: [UInt8], to jpeg: [UInt8]) -> [UInt8] {
        adding(0xE1, Array("Exif\0\0".utf8) + exif, to: jpeg)
    }
}
