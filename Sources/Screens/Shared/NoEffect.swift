import Albums
import Localization
import TerminalUI

/// The reason why a command currently has no effect.
struct NoEffect: Error, Hashable, Sendable {
    private let message: Message
    fileprivate var subject = Notice.Subject.command

    /// The reason as a sentence.
    var text: String { localized(message) }

    init(_ message: Message) { self.message = message }

    /// Creates a reason in the plural form for a count.
    init(_ count: Int, one: Message, other: Message) { message = "\(localized(count, one: one, other: other))" }
}

extension NoEffect {
    static let listStart = NoEffect("Start of the list")
    static let listEnd = NoEffect("End of the list")
    static let pageStart = NoEffect("Start of the page")
    static let pageEnd = NoEffect("End of the page")
    static let nothingMoreThisWay = NoEffect("Nothing more in this direction")
    static let nothingSelected = NoEffect("Nothing is selected")
    static let stillLoading = NoEffect("Still loading")
    static let stillSaving = NoEffect("Other copies are still being saved")
    static let firstPhoto = NoEffect("This is the first photo")
    static let lastPhoto = NoEffect("This is the last photo")
    static let photoNotLoaded = NoEffect("The photo isn't loaded yet")
    static let photoFailed = NoEffect("This photo can't be shown")
    static let noOtherFile = NoEffect("This photo has no other file")
    static let notAVideo = NoEffect("This photo isn't a video")
    static let noVideoPlayer = NoEffect("No desktop to play the video on; share it to get a copy")
    static let largestThumbnails = NoEffect("Thumbnails are at their largest")
    static let smallestThumbnails = NoEffect("Thumbnails are at their smallest")
    static let maxZoom = NoEffect("Maximum zoom")
    static let minZoom = NoEffect("Minimum zoom")
    static let alreadyFitsScreen = NoEffect("The photo already fits the screen")
    static let alreadyActualSize = NoEffect("Already at actual size")
    static let photoEdge = NoEffect("Edge of the photo")
    static let finestSymbols = NoEffect("These are the finest symbols this terminal supports")
    static let finestPixels = NoEffect("Pixels are the finest")
    static let coarsestSymbols = NoEffect("These are the coarsest symbols")
    static let nothingToRetry = NoEffect("Nothing to retry")
    static let tabAlreadyOpen = NoEffect("This tab is already open")
    static let noOtherOwners = NoEffect("This library has no other owners")
    static let severalOwners = NoEffect("These photos have several owners; choose one in Albums")
    static let cannotSort = NoEffect("This list can't be sorted")
    static let noDates = NoEffect("The dates of these photos are unknown")
    static let noDays = NoEffect("The days of these photos are unknown")
    static let emptyDay = NoEffect("No photos on this day")
    static let noValues = NoEffect("No photo here has a value for this field")
    static let fieldNeeded = NoEffect("Type a field, such as tag:, before you press Tab")
    static let notInFolder = NoEffect("This album is not in a folder")
    static let flatList = NoEffect("This list has no folders")
    static let alreadyEverything = NoEffect("This list already includes subfolders")
    static let flatResults = NoEffect("Search results are shown without folders")
    /// Everything was read again, which need not change anything that is visible.
    static let reloaded = NoEffect("Reloaded")
    static let stillNoPhotos = NoEffect("Still no photos here")
    static let noBursts = NoEffect(
        "Bursts can be folded in albums and feeds of folders, where the exact times of photos are known")
    static let alreadyBurst = NoEffect("These photos are a burst")
    static let burstNeeded = NoEffect("Open or compare a burst to keep one of its photos")
    static let alreadyInAlbum = NoEffect("This is the photo's album")
    static let noAlbum = NoEffect("The open library doesn't have this photo's album")
    static let lastBurst = NoEffect("There is no burst after this")
    static let firstBurst = NoEffect("There is no burst before this")
    static let noSuchFolder = NoEffect("No matching folder")
    static let nothingToScroll = NoEffect("Nothing to scroll")
    static let nothingMarked = NoEffect("No photos are marked")
    static let tagsUnchanged = NoEffect("This changes no tags")
    static let nothingToComplete = NoEffect("No tag begins like this")
    static let notInOwnAlbum = NoEffect("This list isn't one of your albums")
    static let alreadyMoved = NoEffect("This photo has already been moved")
    static let namesImpossible = NoEffect("Not all of these names are possible")
    static let nothingRejected = NoEffect("No photos here are rejected")
    static let datesUnknown = NoEffect("No date of these photos is known")
    static let unknownShift = NoEffect("This is neither a time such as +1h nor a zone such as Europe/Lisbon")
    static let nothingPicked = NoEffect("No photos here are picks, or marked")
    static let nothingToCompare = NoEffect("There is no other photo to compare this one with")
    static let noOtherPhoto = NoEffect("The list has no other photo in this direction")
    static let nothingMoreToCompare = NoEffect("There are no more photos to compare")
    static let notAlignable = NoEffect("Not all photos show the same here")
    static let onlyPhoto = NoEffect("This is the only photo left")
    static let roomForOnePhoto = NoEffect("The terminal has room for one photo at a time")
    static let placeholderNeeded = NoEffect("Put \(CommandLineScript.placeholder) where the files belong")
    static let placeholderInNestedQuotes = NoEffect("\(CommandLineScript.placeholder) can't follow nested quotes or <<")
    static let placeholderInScript = NoEffect(
        "\(CommandLineScript.placeholder) isn't safe here: a file name could run as a command")

    /// Keys were typed before the photo was on the screen.
    static func tooEarly(keys: Int) -> NoEffect {
        var reason = NoEffect(
            keys, one: "\(keys) key ignored: not on the screen yet",
            other: "\(keys) keys ignored: not on the screen yet")
        reason.subject = .earlyKeys
        return reason
    }

    /// The library can't make changes of this kind.
    static func unsupported(_ edit: PhotoEdit.Kind) -> NoEffect {
        switch edit {
        case .assessment: NoEffect("The photos of this library can't be rated")
        case .description: NoEffect("The photos of this library get no tags or captions")
        case .date: NoEffect("The dates of this library's photos can't be changed")
        case .orientation: NoEffect("Only photos in folders or on Immich 2.5 or later can be turned, not videos")
        case .favorite, .album: NoEffect("Photos of this library can't be added to albums")
        case .trash, .folder, .name:
            NoEffect("Only photos in folders can be moved, copied or renamed, because they are files")
        }
    }

    static func tooManyPicked(max: Int) -> NoEffect {
        NoEffect(max, one: "Pick \(max) photo", other: "Pick at most \(max) photos")
    }

    static func nothingToGoBackTo(quitKey: String) -> NoEffect {
        NoEffect("Nothing to go back to (press \(quitKey) to quit)")
    }

    static func maxLengthReached(maxLength: Int) -> NoEffect {
        NoEffect(maxLength, one: "At most \(maxLength) character", other: "At most \(maxLength) characters")
    }

    /// On a screen that Esc cancels and that has no help.
    static func unusedKeyToCancel(_ key: String) -> NoEffect {
        NoEffect("\(key) does nothing here (press \(Key(.escape).label) to cancel)")
    }

    /// On a page of text.
    static func unusedKeyToGoBack(_ key: String, backKey: String) -> NoEffect {
        NoEffect("\(key) does nothing here (press \(backKey) to go back)")
    }

    static func unusedKey(_ key: String, helpKey: String) -> NoEffect {
        NoEffect("\(key) does nothing here (press \(helpKey) for all keys)")
    }
}

extension Notices {
    /// Shows why a command has no effect. Does nothing if the key press has just revealed another notice.
    func explain(_ reason: NoEffect) {
        guard current == nil || isCurrent(.command) || isCurrent(.earlyKeys) else { return }
        post(.info(reason.text), about: reason.subject)
    }
}
