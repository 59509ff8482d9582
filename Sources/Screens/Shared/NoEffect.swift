import Localization
import TerminalUI

/// The reason why a command currently has no effect.
enum NoEffect: Hashable, Sendable {
    case listStart, listEnd, nothingBeyond, nothingSelected, stillLoading
    case firstPhoto, lastPhoto, photoMissing
    case largestThumbnails, smallestThumbnails
    case maxZoom, minZoom, wholePhotoShown, actualSizeShown, photoEdge
    case richestSymbols, plainestSymbols
    case nothingFailed, tabShown, onlyOwner, onlyOrder, noSuchFolder, wholePageShown
    case nowhereBack(quitKey: String)
    case textFull(maxLength: Int)
    case unusedKey(String, helpKey: String)

    /// The reason as a sentence.
    var text: String {
        switch self {
        case .listStart: localized("Start of the list")
        case .listEnd: localized("End of the list")
        case .nothingBeyond: localized("Nothing more in this direction")
        case .nothingSelected: localized("Nothing is selected")
        case .stillLoading: localized("Still loading")
        case .firstPhoto: localized("This is the first photo")
        case .lastPhoto: localized("This is the last photo")
        case .photoMissing: localized("The photo isn't loaded yet")
        case .largestThumbnails: localized("Thumbnails are at their largest")
        case .smallestThumbnails: localized("Thumbnails are at their smallest")
        case .maxZoom: localized("Maximum zoom")
        case .minZoom: localized("Minimum zoom")
        case .wholePhotoShown: localized("The photo already fits the screen")
        case .actualSizeShown: localized("Already at actual size")
        case .photoEdge: localized("Edge of the photo")
        case .richestSymbols: localized("These are the finest symbols this terminal supports")
        case .plainestSymbols: localized("These are the coarsest symbols")
        case .nothingFailed: localized("Nothing to retry")
        case .tabShown: localized("This tab is already open")
        case .onlyOwner: localized("This library has no other owners")
        case .onlyOrder: localized("This list can't be sorted")
        case .noSuchFolder: localized("No matching folder")
        case .wholePageShown: localized("Nothing to scroll")
        case .nowhereBack(let quitKey): localized("Nothing to go back to (press \(quitKey) to quit)")
        case .textFull(let maxLength):
            localized(
                maxLength, one: "At most \(maxLength) character", other: "At most \(maxLength) characters")
        case .unusedKey(let key, let helpKey): localized("\(key) does nothing here (press \(helpKey) for all keys)")
        }
    }
}

extension GridCursor {
    /// Moves the selection. Returns the reason if the move has no effect.
    mutating func attempt(_ move: Move) -> NoEffect? {
        let before = selection
        self.move(move)
        return selection == before ? move.noEffect(at: before, of: count) : nil
    }
}

extension GridCursor.Move {
    /// Why this move didn't change the selection; nil for scrolling, which needs no explanation.
    func noEffect(at selection: Int, of count: Int) -> NoEffect? {
        guard count > 0 else { return isScroll ? nil : .nothingSelected }
        switch self {
        case .left, .up, .pageUp, .first: return selection == 0 ? .listStart : .nothingBeyond
        case .right, .down, .pageDown, .last: return selection == count - 1 ? .listEnd : .nothingBeyond
        case .scrollUp, .scrollDown: return nil
        }
    }

    private var isScroll: Bool { self == .scrollUp || self == .scrollDown }
}

extension Notices {
    /// Shows why a command has no effect. Does nothing if the key press has just revealed another notice.
    func explain(_ reason: NoEffect) {
        guard current == nil || isCurrent(.command) else { return }
        post(.info(reason.text), about: .command)
    }
}
