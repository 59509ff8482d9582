/// Valid file names that often break programs.
enum HostileNames {
    static let all: [[UInt8]] =
        [
            "\u{1B}[31mred\u{1B}[0m.jpg", "\u{1B}]0;PWNED\u{7}a.jpg", "\u{1B}[2J\u{1B}[H.jpg",
            "\u{1B}]52;c;cm0gLXJmIH4=\u{7}a.jpg",
            "\u{1B}Pq#0!9~\u{1B}\\.jpg", "\u{9B}31m.jpg", "\u{8}\u{7F}\r\u{B}\u{C}.jpg", "\n", "\n.jpg", "a\nb.jpg",
            "a\tb.jpg",
            "caf\u{E9}.jpg", "cafe\u{301}.jpg", "A.jpg", "a.jpg", "a.JPG", "a..jpg", "a .jpg", " a.jpg", "-rf.jpg",
            "--help.jpg",
            "$(id).jpg", ";id.jpg", "%s%n.jpg", "*.jpg", "\"'\\.jpg", "%41.jpg", "a b%20c#?&.jpg", "100%.jpg",
            "\u{202E}gpj.jpg",
            "\u{2066}\u{2067}.jpg", "שלום 12.jpg", "\u{200B}\u{200D}\u{FEFF}.jpg", "日本 １２.jpg", "👩‍👩‍👧‍👦🏳️‍🌈👍🏽.jpg",
            "e" + String(repeating: "\u{301}", count: 60) + ".jpg", String(repeating: "x", count: 251) + ".jpg",
        ].map { Array($0.utf8) }
        + [
            [0x9B], [0xFF, 0xFE], [0x63, 0x61, 0x66, 0xE9], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82],
            Array(repeating: 0xC3, count: 251),
        ].map { $0 + Array(".jpg".utf8) }
}
