import Localization
import TerminalUI

/// Commands of the share sheet.
enum ShareCommand: Hashable, Sendable {
    case choose(ShareOption)
    case move(GridCursor.Move)
    case chooseSelection, completePath, cancelSaving, back
}

extension KeyMap<ShareCommand> {
    static func share(_ state: ShareState) -> KeyMap {
        if state.path.isTyping { return typingPath }
        return state.progress == nil ? choosing(state) : saving
    }

    /// The options' keys come first, so that no other command takes them.
    private static func choosing(_ state: ShareState) -> KeyMap {
        // Accept the options' keys even while the photos are being located.
        let known = state.options.isEmpty ? ShareOption.allCases : state.options
        return share(known, of: state.photos, canOpen: state.canOpen)
    }

    /// The keys for the given options, each with its description.
    static func share(_ options: [ShareOption], of photos: SharedPhotos, canOpen: Bool) -> KeyMap {
        KeyMap(
            "share",
            options.map {
                KeyBinding(
                    $0.keys, .choose($0), name: KeyBinding<ShareCommand>.name(of: $0), in: .share,
                    help: photos.label(for: $0, canOpen: canOpen))
            } + [
                KeyBinding([Key(.enter)], .chooseSelection, in: .move, help: "Run the selected action", hint: "choose"),
                KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Go back", hint: "back"),
            ] + gridMoves { .move($0) })
    }

    private static let saving = KeyMap(
        nil,
        [
            KeyBinding([Key(.escape)], .cancelSaving, help: "Stop saving", hint: "cancel"),
            KeyBinding([Key(.enter)], .back, help: "Go back and keep saving", hint: "go back and keep saving"),
        ])

    /// The text field itself handles Enter and Esc; these bindings only provide hints.
    private static let typingPath = KeyMap(
        nil,
        [
            KeyBinding([Key(.enter)], .back, help: "Save", hint: "save"),
            KeyBinding([Key(.escape)], .back, help: "Cancel", hint: "cancel"),
            KeyBinding([Key(.tab)], .completePath, help: "Complete the folder name", hint: "complete"),
        ])
}

/// A way of sharing photos.
enum ShareOption: Hashable, Sendable, CaseIterable {
    case copy, qrCode, save, open, scp, email, publicLink

    /// The keys of the option: the first letter of its description, in upper case if the command's key on other screens
    /// is.
    var keys: [Key] {
        switch self {
        case .copy: [Key("c")]
        case .qrCode: [Key("Q")]
        case .save: [Key("S"), Key("s")]
        case .open: [Key("o")]
        case .scp: [Key("f")]
        case .email: [Key("e")]
        case .publicLink: [Key("p")]
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
            case .save: withoutOriginal < files.count
            case .open: canOpen && !locations.isEmpty && photos.count == 1
            case .scp: !paths.isEmpty
            case .email: !links.isEmpty
            case .publicLink: canBePublic
            }
        }
    }

    /// The description of an option for these photos.
    func label(for option: ShareOption, canOpen: Bool) -> Message {
        switch option {
        case .copy: copyLabel
        case .qrCode: Message("QR code for the link")
        case .save: files.count == 1 ? Message("Save the original") : Message("Save the originals")
        case .open: Message("Open in the system viewer")
        case .scp: Message("Fetch: copy an scp command")
        case .email where canOpen: links.count == 1 ? Message("Email the link") : Message("Email the links")
        case .email: Message("Email: copy a mailto: link")
        case .publicLink: Message("Public link: create one that needs no account")
        }
    }

    private var copyLabel: Message {
        switch (links.count, paths.count) {
        case (1, 0): Message("Copy the link")
        case (_, 0): Message("Copy the links")
        case (0, 1): Message("Copy the path")
        case (0, _): Message("Copy the paths")
        case (_, _): Message("Copy the links and paths")
        }
    }

    /// The notice after copying.
    var copiedText: Message {
        switch (links.count, paths.count) {
        case (1, 0): Message("Copied link")
        case (_, 0): Message("Copied links")
        case (0, 1): Message("Copied path")
        case (0, _): Message("Copied paths")
        case (_, _): Message("Copied links and paths")
        }
    }
}
