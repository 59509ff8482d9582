import Albums
import Basics

@testable import Pictures

/// A handmade thumbnail of the desktop's cache, as another program writes it.
struct SampleThumbnail {
    var picture = Quadrants(width: 192, height: 128, "RG/BY")
    /// The keys and texts, in the order of the file.
    var texts: [(key: String, text: String)]
    var before: [(kind: String, content: [UInt8])] = []

    init(of origin: ThumbnailOrigin, _ size: PixelSize? = nil) {
        texts = [("Thumb::URI", origin.uri), ("Thumb::MTime", "\(origin.modified)")]
        if let size {
            texts += [("Thumb::Image::Width", "\(size.width)"), ("Thumb::Image::Height", "\(size.height)")]
        }
        texts.append(("Software", "GNOME::ThumbnailFactory"))
    }

    /// Replaces, adds or removes a text.
    func with(_ key: String, _ text: String?) -> SampleThumbnail {
        var sample = self
        sample.texts.removeAll { $0.key == key }
        if let text { sample.texts.append((key, text)) }
        return sample
    }

    func encode(after: Bool = false) -> [UInt8] {
        let chunks = texts.map { (kind: "tEXt", content: Array("\($0.key)\0\($0.text)".utf8)) }
        var png = SamplePNG(picture)
        png.before = before + (after ? [] : chunks)
        png.after = after ? chunks : []
        return png.encode(picture.rgb)
    }
}
