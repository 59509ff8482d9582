/// Something that can be done with photos that are shared.
enum ShareOption: Hashable, Sendable, CaseIterable {
    case copy, qrCode, save, open, scp, letter

    /// The key that chooses it, the first letter of its words.
    var letter: Character {
        switch self {
        case .copy: "c"
        case .qrCode: "q"
        case .save: "s"
        case .open: "o"
        case .scp: "f"
        case .letter: "e"
        }
    }
}

extension SharedPhotos {
    /// What can be done with these photos.
    func options(canOpen: Bool) -> [ShareOption] {
        ShareOption.allCases.filter { option in
            switch option {
            case .copy: !places.isEmpty
            case .qrCode: links.count == 1 && photos.count == 1
            case .save: true
            case .open: canOpen && places.count == 1 && photos.count == 1
            case .scp: scpLine != nil
            case .letter: !links.isEmpty
            }
        }
    }

    /// What an option does with them.
    func words(for option: ShareOption, canOpen: Bool) -> String {
        switch option {
        case .copy: "Copy the \(placeWords)"
        case .qrCode: "QR code of the link, for a phone"
        case .save: photos.count == 1 ? "Save the original" : "Save the originals"
        case .open: "Open with the system's viewer"
        case .scp: "Fetch from another computer: copy a line for scp"
        case .letter: canOpen ? "E-mail the \(linkWords)" : "E-mail: copy a mailto: link with the \(linkWords)"
        }
    }

    /// What stands in the clipboard after copying.
    var placeWords: String {
        let paths = self.paths.count
        guard paths > 0 else { return linkWords }
        let pathWords = paths == 1 ? "path" : "paths"
        return links.isEmpty ? pathWords : "\(linkWords) and \(pathWords)"
    }

    private var linkWords: String { links.count == 1 ? "link" : "links" }
}
