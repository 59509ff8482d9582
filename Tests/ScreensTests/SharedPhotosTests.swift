import Testing

@testable import Screens

@Suite("What is shared of photos")
struct SharedPhotosTests {
    @Test(
        "A word of a command line is quoted where a shell would read more into it",
        arguments: [
            ("/home/ada/Dune-1.jpg", "/home/ada/Dune-1.jpg"),
            ("/home/ada/My Dune.jpg", "'/home/ada/My Dune.jpg'"),
            ("it's", #"'it'\''s'"#),
            ("$(rm -rf ~);`x`&\"*", "'$(rm -rf ~);`x`&\"*'"),
            ("a\nb\\c'\u{1B}[201~", #"$'a\012b\\c\'\033[201~'"#),
            ("", "''"),
            ("Süd/海.png", "Süd/海.png"),
        ])
    func quoting(text: String, expected: String) {
        #expect(String(decoding: ShellWord.quoted(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test("A QR code has its three corners, and nothing dark around it")
    func corners() throws {
        let code = try #require(QRCode("https://photos.example/1"))
        for (column, row) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
            let ring = (0..<7).map { code.isDark(column: column + $0, row: row) }
            #expect(ring == Array(repeating: true, count: 7))
            #expect(!code.isDark(column: column + 1, row: row + 1))
            #expect(code.isDark(column: column + 3, row: row + 3))
        }
        #expect(!code.isDark(column: -1, row: 0) && !code.isDark(column: 0, row: code.width))
    }

    @Test("A code has no more modules than it needs, and there is none for a text that no code can hold")
    func size() {
        #expect(QRCode(String(repeating: "a", count: 17))?.width == 21)
        #expect(QRCode(String(repeating: "a", count: 106))?.width == 37)
        #expect(QRCode(String(repeating: "a", count: 2953))?.width == 177)
        #expect(QRCode(String(repeating: "a", count: 2954)) == nil)
    }
}
