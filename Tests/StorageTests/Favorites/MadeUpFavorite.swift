import Albums
import FoundationEssentials
import Storage

extension Favorite {
    /// Returns a favorite of a made-up library, with every detail set.
    static func sample(
        _ photo: String = "sea/surf.jpg", library: String = "/home/ada/Pictures", added: TimeInterval = 1_700_000_000,
        thumbnail: [UInt8]? = nil
    ) -> Favorite {
        Favorite(
            photo: Photo(
                id: Photo.ID(photo), albumID: Album.ID("sea"), title: "Surf “é” 🌊", tags: ["water", "blå"],
                author: "Ada", description: "Two\nlines", date: Date(timeIntervalSince1970: 1_600_000_000.123),
                dateKind: .modified,
                aspect: 1.5, placeholder: .color(red: 1, green: 0xB6, blue: 0xFF), link: "https://example.org/1",
                attribution: "Photo by Ada", authorLink: "https://example.org/ada"),
            library: library, albumTitle: "Sea",
            file: Array("/home/ada/Pictures/\(photo == "sea/surf.jpg" ? "" : photo)".utf8) + [0xFF, 0x25, 0x20],
            added: Date(timeIntervalSince1970: added), thumbnail: thumbnail)
    }
}

extension [UInt8] {
    /// Returns bytes with a WebP header.
    static func webP(_ bytes: UInt8...) -> [UInt8] { Array("RIFF1234WEBP".utf8) + bytes }
}
