import Localization
import TerminalUI

/// The reason why a command currently has no effect.
enum NoEffect: Hashable, Sendable {
    case listStart, listEnd, nothingBeyond, nothingSelected, stillLoading
    case firstPhoto, lastPhoto, photoMissing
    case largestThumbnails, smallestThumbnails
    case largestZoom, smallestZoom, wholePhotoShown, actualSizeShown, photoEdge
    case richestSymbols, plainestSymbols
    case nothingFailed, tabShown, onlyOwner, noSuchFolder, wholePageShown
    case nowhereBack(quitKey: String)
    case textFull(maxLength: Int)
    case unusedKey(String, helpKey: String)

    /// The reason as a sentence.
    var words: String {
        switch self {
        case .listStart: localized("This is the start of the list")
        case .listEnd: localized("This is the end of the list")
        case .nothingBeyond: localized("There is nothing more in this direction")
        case .nothingSelected: localized("Nothing is selected")
        case .stillLoading: localized("Still loading")
        case .firstPhoto: localized("This is the first photo")
        case .lastPhoto: localized("This is the last photo")
        case .photoMissing: localized("No photo is shown yet")
        case .largestThumbnails: localized("These are the largest thumbnails")
        case .smallestThumbnails: localized("These are the smallest thumbnails")
        case .largestZoom: localized("This is the largest zoom")
        case .smallestZoom: localized("This is the smallest zoom")
        case .wholePhotoShown: localized("The whole photo is shown")
        case .actualSizeShown: localized("This is the actual size")
        case .photoEdge: localized("This is the edge of the photo")
        case .richestSymbols: localized("These are the richest characters of this terminal")
        case .plainestSymbols: localized("These are the plainest characters")
        case .nothingFailed: localized("Nothing has failed")
        case .tabShown: localized("This tab is already shown")
        case .onlyOwner: localized("There is nobody else whose albums could be listed")
        case .noSuchFolder: localized("No folder begins like this")
        case .wholePageShown: localized("All of it is shown")
        case .nowhereBack(let quitKey): localized("There is nothing to go back to (\(quitKey) quits)")
        case .textFull(let maxLength):
            localized(
                maxLength, one: "No more than \(maxLength) character", other: "No more than \(maxLength) characters")
        case .unusedKey(let key, let helpKey): localized("\(key) has no use here (\(helpKey) shows all keys)")
        }
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
        post(.news(reason.words), about: .command)
    }
}
