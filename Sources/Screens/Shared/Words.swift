import Albums
import FoundationEssentials
import Localization

/// Texts for all errors and events.
public enum Words {
    public static func failure(_ error: any Error) -> String {
        switch error {
        case let failure as PictureFailure: picture(failure)
        case let failure as LibraryFailure: library(failure)
        case let failure as SharingFailure: sharing(failure)
        case let failure as CopyFailure: failure.reason
        case let failure as FavoritesFailure: favorites(failure)
        default: "\(error)"
        }
    }

    static func news(_ event: LibraryEvent) -> String? {
        switch event {
        case .unreadableFolder(let path): localized("Cannot read the folder \(path)")
        case .partlyFailed(let failure): localized("Not everything is here: \(library(failure))")
        case .unshownFiles(let files): unshown(files)
        case .changed, .completed: nil
        }
    }

    /// `3 files cannot be shown (2 RAW, 1 video)`.
    static func unshown(_ files: UnshownFiles) -> String {
        let (count, kinds) = (files.count, kinds(of: files))
        return localized(
            count, one: "\(count) file cannot be shown (\(kinds))", other: "\(count) files cannot be shown (\(kinds))")
    }

    /// `2 RAW, 1 video`; empty where there are none.
    static func kinds(of files: UnshownFiles) -> String {
        let (raw, videos) = (files.raw, files.videos)
        var kinds: [String] = []
        if raw > 0 { kinds.append(localized("\(raw) RAW")) }
        if videos > 0 { kinds.append(localized(videos, one: "\(videos) video", other: "\(videos) videos")) }
        return list(kinds)
    }

    static func albums(_ count: Int) -> String {
        localized(count, one: "\(count) album", other: "\(count) albums")
    }

    static func photos(_ count: Int) -> String {
        localized(count, one: "\(count) photo", other: "\(count) photos")
    }

    /// The title of a single photo, otherwise the number of photos.
    static func title(of photos: [Photo]) -> String {
        photos.count == 1 ? photos[0].title : self.photos(photos.count)
    }

    /// Joins items with the language's list separator: `a, b`.
    static func list(_ items: [String]) -> String {
        items.joined(separator: localized(", ", context: "list"))
    }

    /// `-37.3159, 81.1496`: four decimal places, about 11 m.
    static func coordinate(_ coordinate: Address.Coordinate) -> String {
        [coordinate.latitude, coordinate.longitude].map { String(($0 * 10_000).rounded() / 10_000) }
            .joined(separator: ", ")
    }

    /// `2024-05-12` or the language's date format, in UTC.
    static func day(_ date: Date) -> String {
        let day = utc.dateComponents([.year, .month, .day], from: date)
        return Catalog.current.language.date(year: day.year ?? 0, month: day.month ?? 0, day: day.day ?? 0)
    }

    /// `2024-05-12 17:03` or the language's date format, in UTC.
    static func moment(_ date: Date) -> String {
        let time = date.formatted(.iso8601.time(includingFractionalSeconds: false))
        return "\(day(date)) \(time.prefix(5))"
    }

    private static let utc = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    static func size(_ size: PictureDimensions) -> String {
        localized("\(ungrouped: size.width) \u{00D7} \(ungrouped: size.height) pixels")
    }

    /// `Everyone: 3 albums, 144 photos`; the prefix appears only if the totals span all owners.
    static func totals(_ totals: LibraryTotals?, ofEveryone: Bool) -> String {
        let words = Words.totals(totals)
        return ofEveryone && !words.isEmpty ? localized("Everyone: \(words)") : words
    }

    /// `3 albums, 144 photos`, with an ellipsis while the count grows. Zeros are omitted until the total is final.
    private static func totals(_ totals: LibraryTotals?) -> String {
        guard let totals else { return "" }
        var counts: [String] = []
        if totals.albums > 0 || totals.isComplete { counts.append(albums(totals.albums)) }
        if totals.photos > 0 || totals.isComplete { counts.append(photos(totals.photos)) }
        guard !counts.isEmpty else { return "" }
        return list(counts) + (totals.isComplete ? "" : " \u{2026}")
    }

    /// The failure text for a partly shown photo with truncated data.
    public static var shownInPart: String { localized("the file is damaged; only part of it can be shown") }

    static func picture(_ failure: PictureFailure) -> String {
        switch failure {
        case .unreadable(let reason): reason
        case .notAFile: localized("not a file")
        case .notKept: localized("no thumbnail; its library is not open")
        case .elsewhere(let library): localized("the original is not at hand; its library is \(library)")
        case .gone(let path): localized("the original is gone: it was \(String(decoding: path, as: UTF8.self))")
        case .painted: localized("painted by the program, it has no original")
        case .unfetched(let failure): library(failure)
        case .absent: localized("there is no picture")
        case .empty: localized("the file is empty")
        case .unknownFormat: localized("not a picture")
        case .unsupportedFormat(let format): localized("\(format) is not supported")
        case .damaged(let format): localized("damaged \(format)")
        case .tooLarge(let width, let height): localized("too large: \(ungrouped: width) x \(ungrouped: height) pixels")
        case .fileTooLarge(let maxBytes): localized("too large: more than \(maxBytes >> 20) MB")
        }
    }

    static func sharing(_ failure: SharingFailure) -> String {
        switch failure {
        case .noClipboard: localized("this terminal has no clipboard")
        case .notAPicture: localized("not a picture")
        case .tooLong(let limit): localized("more than the \(limit / 1000) KB that a terminal's clipboard takes")
        }
    }

    static func favorites(_ failure: FavoritesFailure) -> String {
        switch failure {
        case .diskFull: localized("the disk is full")
        case .damaged(let path):
            localized("\(path) is damaged: tintype favorites --repair saves what can be read")
        case .laterVersion(let path): localized("\(path) was written by a later version of Tintype")
        case .locked(let path): localized("\(path) is locked by another program")
        case .unavailable(let path, let reason): "\(path): \(reason)"
        }
    }

    /// How to get an Unsplash access key.
    public static var unsplashKeyMissing: String {
        localized(
            "Unsplash needs an access key: get one at https://unsplash.com/developers and set UNSPLASH_ACCESS_KEY")
    }

    private static func connection(_ failure: ConnectionFailure) -> String {
        switch failure {
        case .refused: localized("connection refused")
        case .lost: localized("connection lost")
        case .noNetwork: localized("no network")
        case .noSuchHost: localized("no such host")
        case .noRoute: localized("no way to the host")
        case .untrusted: localized("its certificate is not trusted, or its time is over")
        case .wrongHost: localized("its certificate is for another host")
        case .noAuthorities: localized("nothing here to trust it by: install ca-certificates")
        case .noCommonEncryption: localized("no encryption that both sides take")
        case .notHTTP: localized("not an http or https address")
        }
    }

    static func library(_ failure: LibraryFailure) -> String {
        switch failure {
        case .unreachable(let host, let reason): localized("no connection to \(host): \(connection(reason))")
        case .timedOut(let host): localized("\(host) did not answer in time")
        case .refused(let host, let status, nil): localized("\(host) answered with error \(ungrouped: status)")
        case .refused(let host, let status, let seconds?):
            localized(
                seconds, one: "\(host) answered with error \(ungrouped: status) and asks to wait \(seconds) second",
                other: "\(host) answered with error \(ungrouped: status) and asks to wait \(seconds) seconds")
        case .rateLimited(nil): localized("too many requests: the service asks to wait")
        case .rateLimited(let seconds?):
            localized(
                seconds, one: "too many requests: the service asks to wait \(seconds) second",
                other: "too many requests: the service asks to wait \(seconds) seconds")
        case .hourSpent: localized("Unsplash answers no more requests in this hour")
        case .keyMissing: unsplashKeyMissing
        case .keyRefused: localized("Unsplash does not accept the access key")
        case .searchRefused: localized("the service refuses this search")
        case .notUnderstood(let host): localized("\(host) sent something that is not an album")
        case .tooLarge(let host): localized("\(host) sent more than is accepted")
        case .listTooLong(let count): localized("searched the first \(count) only: the list has no end")
        case .notFound(let name): localized("\(name) was not found")
        case .unsafeRedirect(let host): localized("\(host) redirects to where it should not")
        case .noSuchList: localized("this library has no such list")
        }
    }
}
