/// Small files that decoders need much time, memory or stack for.
enum HostilePicture {
    /// An AVIF with a picture that is derived from itself. libheif recurses until the stack overflows.
    static var derivedFromItself: [UInt8] {
        let header = box("hdlr", version: 0, [UInt8](repeating: 0, count: 4) + Array("pict".utf8) + zeros(13))
        let primary = box("pitm", version: 0, short(1))
        let entry = box("infe", version: 2, short(1) + short(0) + Array("iden".utf8) + [0])
        let items = box("iinf", version: 0, short(1) + entry)
        let references = box("iref", version: 0, box("dimg", short(1) + short(1) + short(1)))
        let size = box("ispe", version: 0, long(64) + long(64))
        let properties = box(
            "iprp", box("ipco", size) + box("ipma", version: 0, long(1) + short(1) + [1, 1]))
        let locations = box(
            "iloc", version: 1, [0x44, 0] + short(1) + short(1) + short(1) + short(0) + short(1) + long(0) + long(0))
        let data = box("idat", [])
        let meta = box("meta", version: 0, header + primary + items + references + properties + locations + data)
        return box("ftyp", Array("avif".utf8) + zeros(4) + Array("avifmif1miaf".utf8)) + meta
    }

    /// A PNG with a color profile of many elements, which lcms2 compares with each other for minutes, in one call.
    static var endlessProfile: [UInt8] {
        // A matrix with an offset, which lcms2 can't merge with its neighbors.
        let one = 0x3F80_0000
        let numbers = [one, 0, 0, 0, one, 0, 0, 0, one, 0x3586_37BD, 0, 0]
        return picture(
            profileElement: Array("matf".utf8) + zeros(4) + short(3) + short(3) + numbers.flatMap(long), count: 30_000)
    }

    /// A PNG with a color profile of many curves, for which lcms2 needs more than a gigabyte.
    static var largeProfile: [UInt8] {
        let segment =
            Array("parf".utf8) + zeros(4) + short(0) + short(0) + long(0x3F80_0347) + long(0x3F80_0000) + zeros(8)
        let curve = Array("curf".utf8) + zeros(4) + short(1) + short(0) + segment
        var curves = Array("cvst".utf8) + zeros(4) + short(3) + short(3)
        let offset = curves.count + 24
        for _ in 0..<3 { curves += long(offset) + long(curve.count) }
        return picture(profileElement: curves + curve, count: 10_000)
    }

    /// A PNG with a color profile that repeats a processing element.
    private static func picture(profileElement element: [UInt8], count: Int) -> [UInt8] {
        let position = 16 + 8 * count
        var elements = Array("mpet".utf8) + zeros(4) + short(3) + short(3) + long(count)
        for _ in 0..<count { elements += long(position) + long(element.count) }
        elements += element
        elements += zeros((4 - elements.count % 4) % 4)
        let white = long(0xF6D6) + long(0x10000) + long(0xD32D)
        let whitePoint = Array("XYZ ".utf8) + zeros(4) + white
        let start = 128 + 4 + 12 * 2
        let table =
            long(2) + Array("D2B0".utf8) + long(start) + long(elements.count) + Array("wtpt".utf8)
            + long(start + elements.count) + long(whitePoint.count)
        var header = long(start + elements.count + whitePoint.count) + Array("lcms".utf8) + long(0x0430_0000)
        header += Array("mntrRGB XYZ ".utf8) + short(2024) + short(1) + short(1) + zeros(6) + Array("acsp".utf8)
        header += zeros(28) + white
        let profile = header + zeros(128 - header.count) + table + elements + whitePoint
        let picture = Quadrants(width: 8, height: 8, "RG/BY")
        var png = SamplePNG(picture)
        png.before = [("iCCP", [0x78, 0, 0] + SamplePNG.stored(profile))]
        return png.encode(picture.rgb)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func short(_ value: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: value, bytes: 2)
        return bytes
    }

    private static func long(_ value: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: value, bytes: 4)
        return bytes
    }

    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        long(8 + content.count) + Array(kind.utf8) + content
    }

    private static func box(_ kind: String, version: UInt8, _ content: [UInt8]) -> [UInt8] {
        box(kind, [version, 0, 0, 0] + content)
    }
}
