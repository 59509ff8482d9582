import Albums
import Localization
import TerminalUI

/// The reason why a command currently has no effect.
enum NoEffect: Error, Hashable, Sendable {
    case listStart, listEnd, pageStart, pageEnd, nothingMoreThisWay, nothingSelected, stillLoading, stillSaving
    case firstPhoto, lastPhoto, photoNotLoaded, photoFailed, noOtherFile, notAVideo, noVideoPlayer
    /// Keys were typed before the photo was on the screen.
    case tooEarly(keys: Int)
    case largestThumbnails, smallestThumbnails
    case maxZoom, minZoom, alreadyFitsScreen, alreadyActualSize, photoEdge
    case finestSymbols, coarsestSymbols, finestPixels
    case nothingToRetry, tabAlreadyOpen, noOtherOwners, severalOwners, cannotSort, noDates, noDays, emptyDay,
        noSuchFolder,
        nothingToScroll,
        stillNoPhotos
    /// Everything was read again, which need not change anything that is visible.
    case reloaded
    case noValues, fieldNeeded
    case noBursts, alreadyBurst, burstNeeded, lastBurst, firstBurst, alreadyInAlbum, noAlbum
    case notInFolder, flatList, flatResults, alreadyEverything
    case nothingMarked, alreadyMoved, namesImpossible, nothingRejected, nothingPicked
    case datesUnknown, unknownShift
    case notInOwnAlbum, tagsUnchanged, nothingToComplete
    /// The library can't make changes of this kind.
    case unsupported(PhotoEdit.Kind)
    case tooManyPicked(max: Int)
    case nothingToCompare, noOtherPhoto, nothingMoreToCompare, notAlignable, onlyPhoto, roomForOnePhoto
    case nothingToGoBackTo(quitKey: String)
    case maxLengthReached(maxLength: Int)
    case placeholderNeeded, placeholderInNestedQuotes, placeholderInScript
    case unusedKey(String, helpKey: String)
    /// On a screen that Esc cancels and that has no help.
    case unusedKeyToCancel(String)
    /// On a page of text.
    case unusedKeyToGoBack(String, backKey: String)

    /// The reason as a sentence.
    var text: String {
        switch self {
        case .listStart: localized("Start of the list")
        case .listEnd: localized("End of the list")
        case .pageStart: localized("Start of the page")
        case .pageEnd: localized("End of the page")
        case .nothingMoreThisWay: localized("Nothing more in this direction")
        case .nothingSelected: localized("Nothing is selected")
        case .stillLoading: localized("Still loading")
        case .stillSaving: localized("Other copies are still being saved")
        case .firstPhoto: localized("This is the first photo")
        case .lastPhoto: localized("This is the last photo")
        case .photoNotLoaded: localized("The photo isn't loaded yet")
        case .tooEarly(let keys):
            localized(
                keys, one: "\(keys) key ignored: not on the screen yet",
                other: "\(keys) keys ignored: not on the screen yet")
        case .photoFailed: localized("This photo can't be shown")
        case .noOtherFile: localized("This photo has no other file")
        case .notAVideo: localized("This photo isn't a video")
        case .noVideoPlayer: localized("No desktop to play the video on; share it to get a copy")
        case .largestThumbnails: localized("Thumbnails are at their largest")
        case .smallestThumbnails: localized("Thumbnails are at their smallest")
        case .maxZoom: localized("Maximum zoom")
        case .minZoom: localized("Minimum zoom")
        case .alreadyFitsScreen: localized("The photo already fits the screen")
        case .alreadyActualSize: localized("Already at actual size")
        case .photoEdge: localized("Edge of the photo")
        case .finestSymbols: localized("These are the finest symbols this terminal supports")
        case .finestPixels: localized("Pixels are the finest")
        case .coarsestSymbols: localized("These are the coarsest symbols")
        case .nothingToRetry: localized("Nothing to retry")
        case .tabAlreadyOpen: localized("This tab is already open")
        case .noOtherOwners: localized("This library has no other owners")
        case .severalOwners: localized("These photos have several owners; choose one in Albums")
        case .cannotSort: localized("This list can't be sorted")
        case .noDates: localized("The dates of these photos are unknown")
        case .noDays: localized("The days of these photos are unknown")
        case .emptyDay: localized("No photos on this day")
        case .noValues: localized("No photo here has a value for this field")
        case .fieldNeeded: localized("Type a field, such as tag:, before you press Tab")
        case .notInFolder: localized("This album is not in a folder")
        case .flatList: localized("This list has no folders")
        case .alreadyEverything: localized("This list already includes subfolders")
        case .flatResults: localized("Search results are shown without folders")
        case .reloaded: localized("Reloaded")
        case .stillNoPhotos: localized("Still no photos here")
        case .noBursts:
            localized("Bursts can be folded in albums and feeds of folders, where the exact times of photos are known")
        case .alreadyBurst: localized("These photos are a burst")
        case .burstNeeded: localized("Open or compare a burst to keep one of its photos")
        case .alreadyInAlbum: localized("This is the photo's album")
        case .noAlbum: localized("The open library doesn't have this photo's album")
        case .lastBurst: localized("There is no burst after this")
        case .firstBurst: localized("There is no burst before this")
        case .noSuchFolder: localized("No matching folder")
        case .nothingToScroll: localized("Nothing to scroll")
        case .nothingMarked: localized("No photos are marked")
        case .tagsUnchanged: localized("This changes no tags")
        case .nothingToComplete: localized("No tag begins like this")
        case .notInOwnAlbum: localized("This list isn't one of your albums")
        case .alreadyMoved: localized("This photo has already been moved")
        case .namesImpossible: localized("Not all of these names are possible")
        case .nothingRejected: localized("No photos here are rejected")
        case .datesUnknown: localized("No date of these photos is known")
        case .unknownShift: localized("This is neither a time such as +1h nor a zone such as Europe/Lisbon")
        case .nothingPicked: localized("No photos here are picks, or marked")
        case .unsupported(let edit): edit.unsupported
        case .tooManyPicked(let max): localized(max, one: "Pick \(max) photo", other: "Pick at most \(max) photos")
        case .nothingToCompare: localized("There is no other photo to compare this one with")
        case .noOtherPhoto: localized("The list has no other photo in this direction")
        case .nothingMoreToCompare: localized("There are no more photos to compare")
        case .notAlignable: localized("Not all photos show the same here")
        case .onlyPhoto: localized("This is the only photo left")
        case .roomForOnePhoto: localized("The terminal has room for one photo at a time")
        case .nothingToGoBackTo(let quitKey): localized("Nothing to go back to (press \(quitKey) to quit)")
        case .maxLengthReached(let maxLength):
            localized(
                maxLength, one: "At most \(maxLength) character", other: "At most \(maxLength) characters")
        case .placeholderNeeded: localized("Put \(CommandLineScript.placeholder) where the files belong")
        case .placeholderInNestedQuotes:
            localized("\(CommandLineScript.placeholder) can't follow nested quotes or <<")
        case .placeholderInScript:
            localized("\(CommandLineScript.placeholder) isn't safe here: a file name could run as a command")
        case .unusedKeyToCancel(let key):
            localized("\(key) does nothing here (press \(Key(.escape).label) to cancel)")
        case .unusedKeyToGoBack(let key, let backKey):
            localized("\(key) does nothing here (press \(backKey) to go back)")
        case .unusedKey(let key, let helpKey): localized("\(key) does nothing here (press \(helpKey) for all keys)")
        }
    }
}

extension PhotoEdit.Kind {
    /// Why a library without this kind of change can't make it.
    fileprivate var unsupported: String {
        switch self {
        case .assessment: localized("The photos of this library can't be rated")
        case .description: localized("The photos of this library get no tags or captions")
        case .date: localized("The dates of this library's photos can't be changed")
        case .orientation: localized("Only photos in folders or on Immich 2.5 or later can be turned, not videos")
        case .favorite, .album: localized("Photos of this library can't be added to albums")
        case .trash, .folder, .name:
            localized("Only photos in folders can be moved, copied or renamed, because they are files")
        }
    }
}

extension Notices {
    /// Shows why a command has no effect. Does nothing if the key press has just revealed another notice.
    func explain(_ reason: NoEffect) {
        guard current == nil || isCurrent(.command) || isCurrent(.earlyKeys) else { return }
        var subject = Notice.Subject.command
        if case .tooEarly = reason { subject = .earlyKeys }
        post(.info(reason.text), about: subject)
    }
}
