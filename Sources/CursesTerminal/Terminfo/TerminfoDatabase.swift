import FoundationEssentials

/// The compiled terminfo entries on this machine.
struct TerminfoDatabase {
    private let inline: [UInt8]?
    private let directories: [String]

    /// Uses the same search path as ncurses: `TERMINFO` (a folder, or an inline entry), the home folder,
    /// `TERMINFO_DIRS`, and the system's folders.
    init(environment: [String: String]) {
        var directories: [String] = []
        var inline: [UInt8]?
        if let own = environment["TERMINFO"], !own.isEmpty {
            if own.hasPrefix("hex:") {
                inline = Self.bytes(hexadecimal: own.dropFirst(4))
            } else if own.hasPrefix("b64:") {
                // infocmp uses the URL-safe alphabet of Base64.
                let text = own.dropFirst(4).map { $0 == "_" ? "/" : $0 == "-" ? "+" : $0 }
                inline = Data(base64Encoded: String(text), options: .ignoreUnknownCharacters).map(Array.init)
            } else {
                directories.append(own)
            }
        }
        if let home = environment["HOME"], !home.isEmpty { directories.append(home + "/.terminfo") }
        directories += (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
        self.directories = directories + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
        self.inline = inline
    }

    /// Returns the entry for a terminal's name, if it exists on this machine.
    func entry(named name: String) -> TerminfoEntry? {
        guard let first = name.utf8.first, first != UInt8(ascii: "."), !name.contains("/") else { return nil }
        if let inline, let entry = TerminfoReader.entry(from: inline), entry.names.dropLast().contains(name) {
            return entry
        }
        for directory in directories {
            for folder in [String(decoding: [first], as: UTF8.self), String(first, radix: 16)] {
                guard let file = FileManager.default.contents(atPath: "\(directory)/\(folder)/\(name)") else {
                    continue
                }
                if let entry = TerminfoReader.entry(from: Array(file)) { return entry }
            }
        }
        return nil
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

/// A fallback terminfo entry for unknown terminals, nearly all of which understand xterm's sequences.
enum BuiltInEntry {
    static let xterm256: TerminfoEntry? = Data(base64Encoded: compiled, options: .ignoreUnknownCharacters)
        .flatMap { TerminfoReader.entry(from: Array($0)) }

    /// `infocmp -x -q -Q2 xterm-256color`, from ncurses 6.4 (2022-12-31), in standard Base64.
    private static let compiled = """
        HgIlACYADwCdAVoGeHRlcm0tMjU2Y29sb3J8eHRlcm0gd2l0aCAyNTYgY29sb3JzAAABAAABAAAAAQAAAAABAQAAAAAAAAABAAABAAEBAAAA
        AAAAAAABAFAAAAAIAAAAGAAAAP////////////////////////////////////////////////////8AAQAAAAABAAAABAAGAAgAGQAeACYA
        KgAuAP//OQBKAEwAUABXAP//WQBmAP//agBuAHgAfAD/////gACEAIkAjgD//6AApQCqAP//rwC0ALkAvgDHAMsA0gD//+QA6QDvAPUA////
        ////BwH///////8ZAf//HQH///////8fAf//JAH//////////ygBLAEyATYBOgE+AUQBSgFQAVYBXAFgAf//ZQH//2kBbgFzAXcBfgH//4UB
        iQGRAf////////////////////////////+ZAaIBqwH//64BtwHAAckB0gHbAeQB7QH2Af8B////////CAIMAhECFgIqAjMC/////0UCSAJT
        AlYCWAJbArgC//+7Av//////////vQLBAsUCyQLNAv/////RAv//BgP/////CgMQA/////////////8WA/////////////8aAx4D////////
        //////////////////////////////////////////////////////////8iA/////8pA///////////MAM3Az4D/////0UD//9MA///////
        /1MD/////////////1oDYANmA20DdAN7A4IDigOSA5oDogOqA7IDugPCA8kD0APXA94D5gPuA/YD/gMGBA4EFgQeBCUELAQzBDoEQgRKBFIE
        WgRiBGoEcgR6BIEEiASPBJYEngSmBK4EtgS+BMYEzgTWBN0E5ATrBPAE////////////////////////////////////////////////////
        ///////3BAIFBwUaBR4FJwUuBf////////////////////////////+MBf///////////////////////5EF////////////////////////
        /////////////////////////////5cFqAX/////////////////////////////ugX///////++Bf0F//////////////////89Bv//////
        /////////////////////////////////////////////////////////////////////////////////////////////////////////1QG
        VwYbW1oABwANABtbJWklcDElZDslcDIlZHIAG1szZwAbW0gbWzJKABtbSwAbW0oAG1slaSVwMSVkRwAbWyVpJXAxJWQ7JXAyJWRIAAoAG1tI
        ABtbPzI1bAAIABtbPzEybBtbPzI1aAAbW0MAG1tBABtbPzEyOzI1aAAbW1AAG1tNABsoMAAbWzVtABtbMW0AG1s/MTA0OWgbWzIyOzA7MHQA
        G1sybQAbWzRoABtbOG0AG1s3bQAbWzdtABtbNG0AG1slcDElZFgAGyhCABsoQhtbbQAbWz8xMDQ5bBtbMjM7MDswdAAbWzRsABtbMjdtABtb
        MjRtABtbPzVoJDwxMDAvPhtbPzVsABtbIXAbWz8zOzRsG1s0bBs+ABtbTAB/ABtbM34AG09CABtPUAAbWzIxfgAbT1EAG09SABtPUwAbWzE1
        fgAbWzE3fgAbWzE4fgAbWzE5fgAbWzIwfgAbT0gAG1syfgAbT0QAG1s2fgAbWzV+ABtPQwAbWzE7MkIAG1sxOzJBABtPQQAbWz8xbBs+ABtb
        PzFoGz0AG1s/MTAzNGwAG1s/MTAzNGgAG0UAG1slcDElZFAAG1slcDElZE0AG1slcDElZEIAG1slcDElZEAAG1slcDElZFMAG1slcDElZEwA
        G1slcDElZEQAG1slcDElZEMAG1slcDElZFQAG1slcDElZEEAG1tpABtbNGkAG1s1aQAlcDElYxtbJXAyJXsxfSUtJWRiABtjG10xMDQHABtb
        IXAbWz8zOzRsG1s0bBs+ABs4ABtbJWklcDElZGQAGzcACgAbTQAlPyVwOSV0GygwJWUbKEIlOxtbMCU/JXA2JXQ7MSU7JT8lcDUldDsyJTsl
        PyVwMiV0OzQlOyU/JXAxJXAzJXwldDs3JTslPyVwNCV0OzUlOyU/JXA3JXQ7OCU7bQAbSAAJABtPdwAbT3kAG091ABtPcQAbT3MAYGBhYWZm
        Z2dpaWpqa2tsbG1tbm5vb3BwcXFycnNzdHR1dXZ2d3d4eHl5enp7e3x8fX1+fgAbW1oAG1s/N2gAG1s/N2wAG09FABtPRgAbT00AG1szOzJ+
        ABtbMTsyRgAbWzE7MkgAG1syOzJ+ABtbMTsyRAAbWzY7Mn4AG1s1OzJ+ABtbMTsyQwAbWzIzfgAbWzI0fgAbWzE7MlAAG1sxOzJRABtbMTsy
        UgAbWzE7MlMAG1sxNTsyfgAbWzE3OzJ+ABtbMTg7Mn4AG1sxOTsyfgAbWzIwOzJ+ABtbMjE7Mn4AG1syMzsyfgAbWzI0OzJ+ABtbMTs1UAAb
        WzE7NVEAG1sxOzVSABtbMTs1UwAbWzE1OzV+ABtbMTc7NX4AG1sxODs1fgAbWzE5OzV+ABtbMjA7NX4AG1syMTs1fgAbWzIzOzV+ABtbMjQ7
        NX4AG1sxOzZQABtbMTs2UQAbWzE7NlIAG1sxOzZTABtbMTU7Nn4AG1sxNzs2fgAbWzE4OzZ+ABtbMTk7Nn4AG1syMDs2fgAbWzIxOzZ+ABtb
        MjM7Nn4AG1syNDs2fgAbWzE7M1AAG1sxOzNRABtbMTszUgAbWzE7M1MAG1sxNTszfgAbWzE3OzN+ABtbMTg7M34AG1sxOTszfgAbWzIwOzN+
        ABtbMjE7M34AG1syMzszfgAbWzI0OzN+ABtbMTs0UAAbWzE7NFEAG1sxOzRSABtbMUsAG1s/NjlsABtbJWklZDslZFIAG1s2bgAbWz8lWzsw
        MTIzNDU2Nzg5XWMAG1tjABtbMzk7NDltABtdMTA0BwAbXTQ7JXAxJWQ7cmdiOiVwMiV7MjU1fSUqJXsxMDAwfSUvJTIuMlgvJXAzJXsyNTV9
        JSolezEwMDB9JS8lMi4yWC8lcDQlezI1NX0lKiV7MTAwMH0lLyUyLjJYG1wAG1szbQAbWzIzbQAbWz82OWgbWyVpJXAxJWRzABtbPzY5aBtb
        JWk7JXAxJWRzABtbPAAbWyU/JXAxJXs4fSU8JXQzJXAxJWQlZSVwMSV7MTZ9JTwldDklcDElezh9JS0lZCVlMzg7NTslcDElZCU7bQAbWyU/
        JXAxJXs4fSU8JXQ0JXAxJWQlZSVwMSV7MTZ9JTwldDEwJXAxJXs4fSUtJWQlZTQ4OzU7JXAxJWQlO20AG1s/NjloG1slaSVwMSVkOyVwMiVk
        cwAbbAAbbQACAAAATgCeANgDAQEAAAkAEgAZACUAKgA8AEMASgBQAFoAegCBAIgAjwCWAJ0ApACrALIAuQDAAMcAzgDVANwA4wDqAPEA+AD/
        AAYBDQEUARsBIgEpATABNwE+AUUBTAFTAVoBYQFoAW8BdgF9AYQBiwGSAZkBoAGnAa4BtQG8AcMBygHRAdgB3wHmAeoB7gHyAfYB+gH+AQIC
        BgIKAg4CEgIWAhwCIQIAAAMABgAJAAwADwASABUAGAAbAB4AIQAkACcALAAxADYAOwBAAEQASQBOAFMAWABdAGMAaQBvAHUAewCBAIcAjQCT
        AJkAngCjAKgArQCyALgAvgDEAMoA0ADWANwA4gDoAO4A9AD6AAABBgEMARIBGAEeASQBKgEuATMBOAE9AUIBRwFLAU8BUwFXAVsBYQFnAW0B
        cwF5AX8BhQGKAY8BG1s/MjAwNGwAG1s/MjAwNGgAG10xMTIHABtdMTI7JXAxJXMHABtbM0oAG101MjslcDElczslcDIlcwcAG1syMDF+ABtb
        MjAwfgAbWzIgcQAbWyVwMSVkIHEAG1s/MTAwNjsxMDAwJT8lcDElezF9JT0ldGglZWwlOwAbWzM7M34AG1szOzR+ABtbMzs1fgAbWzM7Nn4A
        G1szOzd+ABtbMTsyQgAbWzE7M0IAG1sxOzRCABtbMTs1QgAbWzE7NkIAG1sxOzdCABtbMTszRgAbWzE7NEYAG1sxOzVGABtbMTs2RgAbWzE7
        N0YAG1sxOzNIABtbMTs0SAAbWzE7NUgAG1sxOzZIABtbMTs3SAAbWzI7M34AG1syOzR+ABtbMjs1fgAbWzI7Nn4AG1syOzd+ABtbMTszRAAb
        WzE7NEQAG1sxOzVEABtbMTs2RAAbWzE7N0QAG1s2OzN+ABtbNjs0fgAbWzY7NX4AG1s2OzZ+ABtbNjs3fgAbWzU7M34AG1s1OzR+ABtbNTs1
        fgAbWzU7Nn4AG1s1Ozd+ABtbMTszQwAbWzE7NEMAG1sxOzVDABtbMTs2QwAbWzE7N0MAG1sxOzJBABtbMTszQQAbWzE7NEEAG1sxOzVBABtb
        MTs2QQAbWzE7N0EAG094ABtPdAAbT3YAG09yABtPRQAbT2sAG09sABtPbwAbT24AG09qABtPbQAbT3AAG1syOW0AG1s5bQAbWzwlaSVwMyVk
        OyVwMSVkOyVwMiVkOyU/JXA0JXRNJWVtJTsAQVgAWFQAQkQAQkUAQ3IAQ3MARTMATXMAUEUAUFMAU2UAU3MAWE0Aa0RDMwBrREM0AGtEQzUA
        a0RDNgBrREM3AGtETgBrRE4zAGtETjQAa0RONQBrRE42AGtETjcAa0VORDMAa0VORDQAa0VORDUAa0VORDYAa0VORDcAa0hPTTMAa0hPTTQA
        a0hPTTUAa0hPTTYAa0hPTTcAa0lDMwBrSUM0AGtJQzUAa0lDNgBrSUM3AGtMRlQzAGtMRlQ0AGtMRlQ1AGtMRlQ2AGtMRlQ3AGtOWFQzAGtO
        WFQ0AGtOWFQ1AGtOWFQ2AGtOWFQ3AGtQUlYzAGtQUlY0AGtQUlY1AGtQUlY2AGtQUlY3AGtSSVQzAGtSSVQ0AGtSSVQ1AGtSSVQ2AGtSSVQ3
        AGtVUABrVVAzAGtVUDQAa1VQNQBrVVA2AGtVUDcAa2EyAGtiMQBrYjMAa2MyAGtwNQBrcEFERABrcENNQQBrcERJVgBrcERPVABrcE1VTABr
        cFNVQgBrcFpSTwBybXh4AHNteHgAeG0A
        """
}
