import Localization

/// A way of sharing photos.
enum ShareOption: Hashable, Sendable, CaseIterable {
    case copy, qrCode, save, open, scp, letter

    /// The key of the option: the first letter of its description.
    var shortcut: Character {
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
            case .copy: !locations.isEmpty
            case .qrCode: links.count == 1 && photos.count == 1
            case .save: paintingCount < photos.count
            case .open: canOpen && locations.count == 1 && photos.count == 1
            case .scp: !paths.isEmpty
            case .letter: !links.isEmpty
            }
        }
    }

    /// The description of an option for these photos.
    func words(for option: ShareOption, canOpen: Bool) -> Message {
        switch option {
        case .copy: copyWords
        case .qrCode: Message("QR code of the link")
        case .save: photos.count == 1 ? Message("Save the original") : Message("Save the originals")
        case .open: Message("Open in the system viewer")
        case .scp: Message("Fetch: copy an scp command")
        case .letter where canOpen: links.count == 1 ? Message("Email the link") : Message("Email the links")
        case .letter: Message("Email: copy a mailto: link")
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

    /// The notice after copying.
    var copiedWords: Message {
        switch (links.count, paths.count) {
        case (1, 0): Message("Copied link")
        case (_, 0): Message("Copied links")
        case (0, 1): Message("Copied path")
        case (0, _): Message("Copied paths")
        case (_, _): Message("Copied links and paths")
        }
    }
}
