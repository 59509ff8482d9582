import Localization

/// A way of sharing photos.
enum ShareOption: Hashable, Sendable, CaseIterable {
    case copy, qrCode, save, open, scp, letter

    /// The key of the option: the first letter of its description.
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
    /// The options available for these photos.
    func options(canOpen: Bool) -> [ShareOption] {
        ShareOption.allCases.filter { option in
            switch option {
            case .copy: !places.isEmpty
            case .qrCode: links.count == 1 && photos.count == 1
            case .save: paintingCount < photos.count
            case .open: canOpen && places.count == 1 && photos.count == 1
            case .scp: !paths.isEmpty
            case .letter: !links.isEmpty
            }
        }
    }

    /// The description of an option for these photos.
    func words(for option: ShareOption, canOpen: Bool) -> Message {
        switch option {
        case .copy: copyWords
        case .qrCode: Message("QR code of the link, for a phone")
        case .save: photos.count == 1 ? Message("Save the original") : Message("Save the originals")
        case .open: Message("Open with the system's viewer")
        case .scp: Message("Fetch from another computer: copy a line for scp")
        case .letter where canOpen: links.count == 1 ? Message("E-mail the link") : Message("E-mail the links")
        case .letter:
            links.count == 1
                ? Message("E-mail: copy a mailto: link with the link")
                : Message("E-mail: copy a mailto: link with the links")
        }
    }

    private var copyWords: Message {
        switch (links.count, paths.count) {
        case (1, 0): Message("Copy the link")
        case (_, 0): Message("Copy the links")
        case (0, 1): Message("Copy the path")
        case (0, _): Message("Copy the paths")
        case (_, _): Message("Copy the links and paths")
        }
    }

    /// The content of the clipboard after copying.
    var copiedWords: Message {
        switch (links.count, paths.count) {
        case (1, 0): Message("link")
        case (_, 0): Message("links")
        case (0, 1): Message("path")
        case (0, _): Message("paths")
        case (_, _): Message("links and paths")
        }
    }
}
