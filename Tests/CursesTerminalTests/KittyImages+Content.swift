import CellArt

@testable import CursesTerminal

extension KittyImages {
    /// The IDs of the images that the terminal holds, by the content of their pictures.
    var idsByContent: [String: UInt32] {
        Dictionary(uniqueKeysWithValues: ids.map { ($0.key.content.description, $0.value) })
    }

    /// The IDs of the images on the screen, by the content of the pictures in their cells.
    var shownByContent: [String: UInt32] {
        guard case .placeholders(let ids) = shown else { return [:] }
        return Dictionary(uniqueKeysWithValues: ids.map { ($0.key.content.description, $0.value) })
    }
}

extension PixelPicture {
    /// The content, as the test has named it.
    var name: String { identity.content.description }
}
