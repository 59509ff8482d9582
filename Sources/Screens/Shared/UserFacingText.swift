import Albums
import Basics
import FoundationEssentials
import Localization
import TerminalUI

/// Texts for all errors and events.
public enum UserFacingText {
    /// Returns the reason of a failure, to follow other words: `can't connect to photos.example: no route to host`.
    public static func failure(_ error: any Error) -> String { localized(message(for: error)) }

    /// Returns a failure as a separate sentence.
    static func sentence(_ error: any Error) -> String { localizedSentence(message(for: error)) }

    private static func message(for error: any Error) -> Message {
        switch error {
        case let failure as PictureFailure: picture(failure)
        case let failure as LibraryFailure: library(failure)
        case let failure as SharingFailure: sharing(failure)
        case let failure as CopyFailure: "\(failure.reason)"
        case let failure as FavoritesFailure: favorites(failure)
        case let refusal as EditRefusal: refused(refusal)
        case let failure as SidecarFailure: sidecar(failure)
        case let failure as FileFailure: file(failure)
        default: "\("\(error)")"
        }
    }

    private static func refused(_ reason: EditRefusal) -> Message {
        switch reason {
        case .unsupported: Message("this library can't change it")
        case .gone: Message("it no longer exists")
        case .replaced: Message("another file has its name now; try again once that is shown")
        case .inAnotherLibrary: Message("it is in another library")
        case .nameTaken: Message("another photo has this name")
        case .invalidName: Message("no file can have this name")
        case .namesBelongTogether: Message("its edit and its original would no longer belong together")
        case .alreadyThere: Message("it is in this folder already")
        case .alreadyInAlbum: Message("it is in this album already")
        case .notInAlbum: Message("it isn't in this album")
        case .sharedSidecar(let name): Message("\(Self.name(name)) could belong to several photos")
        case .sidecar(let name, let failure): Message("\(Self.name(name)): \(Self.failure(failure))")
        case .file(let problem):
            Message("\(name(String(decoding: problem.name, as: UTF8.self))): \(failure(problem.failure))")
        case .library(let failure): library(failure)
        case .favorites(let failure): favorites(failure)
        case .ofAnotherUser: Message("it belongs to another user")
        case .needsVersion(let service, let version):
            Message("the server needs \(service) \(version) or later for this")
        }
    }

    /// Returns a name or path for a notice, short enough for the reason and the keys that follow it.
    static func name(_ name: String) -> String { VisibleText(name).truncatedInMiddle(to: maxNameColumns) }

    /// Returns the title of a photo; if it stands for a folded burst, with the number of photos of that.
    static func nameInBurst(_ photo: Photo) -> String {
        let title = name(photo.titleOfStack)
        return photo.burst.isEmpty ? title : localized("\(title) (1 of \(photo.burst.count))")
    }

    private static let maxNameColumns = 40

    private static func file(_ failure: FileFailure) -> Message {
        switch failure {
        case .gone: Message("it no longer exists")
        case .nameTaken: Message("another file has this name")
        case .changed: Message("another program has changed the file")
        case .busy: Message("another instance of Tintype is working on it")
        case .noTrash(let folder, let reason): Message("can't create a trash in \(folder): \(reason)")
        case .unwritable(let folder, let reason): Message("can't write to \(name(folder)): \(reason)")
        case .canceled: Message("canceled")
        case .picture(let failure): picture(failure)
        case .system(let reason): "\(reason)"
        }
    }

    private static func sidecar(_ failure: SidecarFailure) -> Message {
        switch failure {
        case .damaged: Message("the file isn't XMP that can be changed safely")
        case .tooLarge: Message("the file is too large")
        case .notAFile: Message("it isn't a regular file")
        case .damagedPicture: Message("the picture is damaged")
        case .noRoom: Message("the picture has no room for more XMP")
        case .noOrientation: Message("the picture has no orientation in EXIF")
        case .partsWouldMove: Message("other programs might no longer find the data after the picture")
        case .hasCredentials: Message("a change would invalidate its Content Credentials")
        case .hasOtherNames: Message("the file has other names (hard links)")
        case .foreignOwner: Message("the file belongs to another user")
        case .locked: Message("another program has locked the file")
        case .keepsChanging: Message("another program keeps changing the file")
        case .otherValues(let values): otherValues(values)
        case .photoReplaced: refused(.replaced)
        case .partlyWritten(let name): Message("it failed after \(name) had changed")
        case .missingPackage(let package): Message("install \(package) to write XMP")
        case .unwritable(let reason): "\(reason)"
        }
    }

    private static func otherValues(_ values: PhotoValues) -> Message {
        if !PhotoField.assessment.isSuperset(of: values.keys) {
            Message("another program has changed it")
        } else if let rating = values.rating {
            switch rating {
            case -1: Message("another program has rejected it")
            case 0: Message("another program has removed its stars")
            default: Message("another program has rated it \(stars(min(max(rating, 1), 5)))")
            }
        } else if let label = values.label {
            label.isEmpty
                ? Message("another program has removed its label")
                : Message("another program has labeled it \u{201C}\(label)\u{201D}")
        } else {
            Message("another program has changed its flag")
        }
    }

    static func notice(of event: LibraryEvent) -> Notice? {
        switch event {
        case .unreadableFolder(let path): .failure(localized("Can't read folder \(path)"))
        case .folderGone(let path): .failure(localized("Folder \(path) is gone; it opens again when it returns"))
        case .folderReturned(let path): .info(localized("Folder \(path) is back"))
        case .folderReplaced(let path):
            .failure(localized("Folder \(path) was replaced by another one, which is shown now"))
        case .partlyFailed(let error): .failure(partlyFailed(error))
        case .ownersFailed(let error): .failure(localized("Couldn't load the owners: \(failure(error))"))
        case .changesAreTemporary: .info(localized("Changes of the demo's photos last until you quit"))
        case .changed, .completed: nil
        }
    }

    /// The message that a photo has no location for other programs.
    public static func withoutLocation(_ title: String, _ reason: any Error) -> String {
        if reason as? EditRefusal == .replaced {
            return localized("Another file has the name of \u{201C}\(title)\u{201D} now; try again once that is shown")
        }
        return localized("\u{201C}\(title)\u{201D} has no path or link: \(failure(reason))")
    }

    /// The notice that the open photo is gone, and another one is shown.
    static func gone(_ photo: Photo) -> String {
        localized("\u{201C}\(photo.title)\u{201D} was deleted or moved")
    }

    /// The notice of a list that couldn't be read to its end.
    static func partlyFailed(_ error: any Error) -> String { localized("Couldn't load: \(failure(error))") }

    static func number(_ number: Int) -> String { Catalog.current.language.grouped(number) }

    /// `17/5,000`.
    static func position(_ position: Int, of count: Int) -> String { "\(number(position))/\(number(count))" }

    static func owners(_ count: Int) -> String {
        localized(count, one: "\(count) owner", other: "\(count) owners")
    }

    static func marked(_ count: Int) -> String {
        localized(count, one: "\(count) marked", other: "\(count) marked")
    }

    static func askingToUnmark(_ count: Int, key: String) -> String {
        localized(
            count, one: "Press \(key) again to unmark \(count) photo",
            other: "Press \(key) again to unmark \(count) photos")
    }

    static func unmarked(_ count: Int) -> String {
        localized(count, one: "Unmarked \(count) photo", other: "Unmarked \(count) photos")
    }

    static func markedAgain(_ count: Int) -> String {
        localized(count, one: "Marked \(count) photo again", other: "Marked \(count) photos again")
    }

    static func albums(_ count: Int) -> String {
        localized(count, one: "\(count) album", other: "\(count) albums")
    }

    /// `10 albums`, with an ellipsis while the final number is unknown.
    static func albums(_ counts: GridCounts) -> String {
        albums(counts.total ?? counts.available) + (counts.total == nil ? " \u{2026}" : "")
    }

    public static func photos(_ count: Int) -> String {
        localized(count, one: "\(count) photo", other: "\(count) photos")
    }

    /// Returns a note about the number of following photos, such as `3 more`.
    static func following(_ count: Int) -> String {
        count == 0 ? localized("no more") : localized(count, one: "\(count) more", other: "\(count) more")
    }

    /// Follows the progress of work that Esc cancels.
    static var escapeCancels: String { localized("(\(Key(.escape).label) cancels)") }

    /// A value and what becomes of it. In ASCII, an arrow would be the name of a key.
    static func change(_ old: String, _ new: String) -> String { "\(old) \u{25B8} \(new)" }

    /// The number of bursts in which the user hasn't chosen a photo yet.
    static func burstsLeft(_ count: Int) -> String {
        count == 0
            ? localized("no bursts left") : localized(count, one: "\(count) burst left", other: "\(count) bursts left")
    }

    static func burst(_ count: Int) -> String {
        localized(count, one: "burst of \(count) photo", other: "burst of \(count) photos")
    }

    /// The title of a single photo, otherwise the number of photos.
    static func title(of photos: [Photo]) -> String {
        photos.count == 1 ? photos[0].title : self.photos(photos.count)
    }

    /// The name of a single photo's file, or its title if it is no file; otherwise the number of photos.
    static func fileName(of photos: [Photo]) -> String {
        guard photos.count == 1, let name = photos[0].file?.split(separator: UInt8(ascii: "/")).last else {
            return title(of: photos)
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// The notice that a command has ended and printed nothing.
    static func endedSilently(on photos: [Photo], status: Int32) -> Notice {
        let text = localized("\(fileName(of: photos)): the command ended with status \(ungrouped: Int(status))")
        return status == 0 ? .info(text) : .failure(text)
    }

    /// Joins items with the language's list separator: `a, b`.
    public static func list(_ items: [String]) -> String {
        items.joined(separator: localized(", ", context: "list"))
    }

    /// `-37.3159, 81.1496`: four decimal places, about 11 m.
    static func coordinate(_ coordinate: Address.Coordinate) -> String {
        [coordinate.latitude, coordinate.longitude].map { String(($0 * 10_000).rounded() / 10_000) }
            .joined(separator: ", ")
    }

    /// `1978` or `July 1978` if no more is known of a date, or else the day.
    static func day(_ date: Date, _ precision: DatePrecision) -> String {
        guard precision < .day, let month = Month(date) else { return day(date) }
        return period(precision == .year ? .year(month.year) : .month(month))
    }

    /// `2024-05-12 17:03` as far as the date is known.
    static func moment(_ date: Date, _ precision: DatePrecision) -> String {
        precision == .second ? moment(date) : day(date, precision)
    }

    /// `2024-05-12` or the language's date format, in UTC.
    static func day(_ date: Date) -> String {
        let day = utc.dateComponents([.year, .month, .day], from: date)
        return Catalog.current.language.date(year: day.year ?? 0, month: day.month ?? 0, day: day.day ?? 0)
    }

    /// `2019`, `July 2019`, or that the photos have no date.
    static func period(_ period: TimelinePeriod) -> String {
        switch period {
        case .year(let year), .calendar(let year): String(year)
        case .month(let month): Catalog.current.language.month(month.number, of: month.year)
        case .undated: localized("No date")
        }
    }

    /// `by modification`, or how many photos of a period are; nil if none are.
    static func modified(_ count: Int, of total: Int) -> String? {
        switch count {
        case 0: nil
        case total: localized("by modification")
        default: localized("\(count) by modification")
        }
    }

    /// `2024-05-12 17:03` or the language's date format, in UTC.
    static func moment(_ date: Date) -> String {
        let time = date.formatted(.iso8601.time(includingFractionalSeconds: false))
        return "\(day(date)) \(time.prefix(5))"
    }

    /// `2024-05-12 17:03 UTC+02:00`: the local time, and its zone in minutes east of UTC if that is known.
    static func moment(_ date: Date, zone: Int?) -> String {
        guard let zone else { return moment(date) }
        guard zone != 0 else { return "\(moment(date)) UTC" }
        let (hours, minutes) = abs(zone).quotientAndRemainder(dividingBy: 60)
        return "\(moment(date)) UTC\(zone < 0 ? "-" : "+")\(twoDigits(hours)):\(twoDigits(minutes))"
    }

    /// When a photo was taken, and what says so if it isn't the photo itself; nil if unknown.
    static func taken(_ details: PhotoDetails) -> String? {
        guard let taken = details.taken else { return nil }
        let isWhole = details.takenPrecision == .second
        let moment = isWhole ? moment(taken, zone: details.takenZone) : day(taken, details.takenPrecision)
        switch details.takenSource {
        case .takeout: return localized("\(moment), from Google Photos")
        case .fileName: return localized("\(moment), from the file name")
        default: return moment
        }
    }

    /// `1:23` or `1:02:03`, rounded; at least a second.
    static func playingTime(_ seconds: Double) -> String {
        let seconds = max(1, Int(seconds.rounded()))
        let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))" : "\(minutes):\(twoDigits(seconds % 60))"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    /// `4 of 5`, or that the photo is rejected.
    static func rating(_ rating: Int) -> String {
        rating < 0 ? localized("rejected") : localized("\(ungrouped: rating) of \(ungrouped: 5)")
    }

    /// The calendar of photos' dates, which are local times expressed in UTC.
    static let utc = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    static func size(_ size: PixelSize) -> String {
        localized("\(ungrouped: size.width) \u{00D7} \(ungrouped: size.height) pixels")
    }

    /// `24 MP`, or `640 × 480` below a million pixels.
    static func pixelCount(_ size: PixelSize) -> String {
        let count = Count(size.width).value * Count(size.height).value
        guard count >= 1_000_000 else { return "\(size.width) \u{00D7} \(size.height)" }
        return localized("\((count + 500_000) / 1_000_000) MP")
    }

    /// `3,512 KB`, or `12 MB` from 10 MB on; rounded up, so that a small file doesn't have 0.
    public static func fileSize(_ bytes: Int) -> String {
        bytes < 10 << 20
            ? localized("\((bytes + 1023) >> 10) KB") : localized("\((bytes + (1 << 20) - 1) >> 20) MB")
    }

    /// `3 albums, 144 photos`.
    ///
    /// An ellipsis follows while the count grows, and zeros are omitted until the total is final.
    static func totals(_ totals: LibraryTotals) -> String {
        var counts: [String] = []
        if totals.albums > 0 || totals.isComplete { counts.append(albums(totals.albums)) }
        if totals.photos > 0 || totals.isComplete { counts.append(photos(totals.photos)) }
        guard !counts.isEmpty else { return "" }
        return list(counts) + (totals.isComplete ? "" : " \u{2026}")
    }

    /// The failure text for a partly shown photo with truncated data.
    public static let partiallyShown = Message("the file is damaged; only part of it is shown")

    private static func picture(_ failure: PictureFailure) -> Message {
        switch failure {
        case .unreadable(let reason): "\(reason)"
        case .notAFile: Message("not a file")
        case .noThumbnail: Message("no thumbnail; its library is not open")
        case .inAnotherLibrary(let library): Message("the original is in another library: \(library)")
        case .missingFile(let path): Message("the file is gone: \(String(decoding: path, as: UTF8.self))")
        case .noOriginal: Message("generated pictures have no original")
        case .downloadFailed(let failure): library(failure)
        case .noPicture: Message("no picture")
        case .empty: Message("the file is empty")
        case .unknownFormat: Message("not a picture")
        case .unsupportedFormat(let format): Message("\(format) is not supported")
        case .missingLibrary(let format, let package): Message("install \(package) to see \(format)")
        case .damaged(let format): Message("damaged \(format)")
        case .tookTooLong: Message("stopped: took too long")
        case .neededTooMuchMemory: Message("stopped: needed too much memory")
        case .decoderCrashed: Message("the decoder crashed")
        case .tooLarge(let width, let height): Message("too large: \(ungrouped: width) x \(ungrouped: height) pixels")
        case .fileTooLarge(let maxBytes): Message("too large: more than \(maxBytes >> 20) MB")
        case .noVideoFrame(.noProgram): Message("install ffmpeg or ffmpegthumbnailer to see a frame")
        case .noVideoFrame(.unprotected):
            Message("no frame, because this system can't confine the program that reads it")
        case .noVideoFrame(.failed): Message("no frame could be read")
        }
    }

    private static func sharing(_ failure: SharingFailure) -> Message {
        switch failure {
        case .noClipboard: Message("this terminal has no clipboard")
        case .notViewable: Message("neither a picture nor a video")
        case .tooLong(let limit): Message("larger than the terminal clipboard's limit of \(limit / 1000) KB")
        }
    }

    private static func favorites(_ failure: FavoritesFailure) -> Message {
        switch failure {
        case .diskFull: Message("the disk is full")
        case .damaged(let path):
            Message("\(path) is damaged; run tintype favorites --repair to recover it")
        case .laterVersion(let path): Message("\(path) was written by a newer version of Tintype")
        case .locked(let path): Message("\(path) is locked by another program")
        case .unavailable(let path, let reason): "\(path): \(reason)"
        }
    }

    /// How to supply the access key of a service.
    public static func missing(_ key: AccessKey) -> Message {
        Message("\(key.service) needs an access key: get one at \(key.website) and set \(key.variable)")
    }

    private static func connection(_ failure: ConnectionFailure) -> String {
        switch failure {
        case .refused: localized("connection refused")
        case .lost: localized("connection lost")
        case .noNetwork: localized("no network")
        case .noSuchHost: localized("host not found")
        case .noRoute: localized("no route to host")
        case .untrusted: localized("its certificate is untrusted")
        case .selfSigned: localized("its certificate is self-signed")
        case .expired: localized("its certificate has expired, or this computer's clock is wrong")
        case .wrongHost: localized("its certificate is for another host")
        case .noCertificateAuthorities: localized("no CA certificates found; install ca-certificates")
        case .tlsHandshakeFailed: localized("no TLS version or cipher in common")
        case .proxy: localized("the proxy did not connect")
        case .missingLibrary(let name, let package): localized("\(name) not found; install \(package)")
        case .notHTTP: localized("not an http or https address")
        }
    }

    /// Returns a time to wait in its largest unit, rounded up: `30 seconds`, `5 minutes` or `an hour`.
    static func wait(_ seconds: Int) -> String {
        let (minutes, hours) = ((seconds + 59) / 60, (seconds + 3599) / 3600)
        if seconds < 100 { return localized(seconds, one: "\(seconds) second", other: "\(seconds) seconds") }
        if minutes < 60 { return localized(minutes, one: "\(minutes) minute", other: "\(minutes) minutes") }
        if hours == 1 { return localized("an hour", context: "wait") }
        return localized(hours, one: "\(hours) hour", other: "\(hours) hours")
    }

    private static func library(_ failure: LibraryFailure) -> Message {
        switch failure {
        case .unreachable(let host, let reason): Message("can't connect to \(host): \(connection(reason))")
        case .timedOut(let host): Message("\(host) did not respond in time")
        case .errorResponse(let host, let status, nil): Message("\(host) returned error \(ungrouped: status)")
        case .errorResponse(let host, let status, let seconds?):
            Message("\(host) returned error \(ungrouped: status); try again in \(wait(seconds))")
        case .rateLimited(nil): Message("too many requests; try again later")
        case .rateLimited(let seconds?):
            Message("too many requests; try again in \(wait(seconds))")
        case .quotaExhausted(let service): Message("\(service)'s hourly limit is used up")
        case .keyMissing(let key): missing(key)
        case .keyRejected(let service): Message("\(service) rejected the access key")
        case .permissionMissing(let service, let permission):
            Message("the access key of \(service) lacks the permission \(permission)")
        case .unsupportedVersion(let service, let version, let oldest):
            Message("the server has \(service) \(version); Tintype needs \(oldest) or later")
        case .searchRejected: Message("the service rejected this search")
        case .unexpectedResponse(let host): Message("\(host) sent an unexpected response")
        case .photosWithoutID(let host): Message("the photos from \(host) have no IDs")
        case .tooLarge(let host): Message("the response from \(host) is too large")
        case .listTooLong(let count): Message("read only the first \(count); the list is too long")
        case .notFound(let name): Message("\(name) was not found")
        case .gone: Message("it no longer exists")
        case .unsafeRedirect(let host): Message("\(host) redirects to an address that isn't allowed")
        case .privateAddress(let library, let address):
            Message("\(library) asked for a private address (\(address))")
        case .noSuchList: Message("this library has no such list")
        }
    }
}

extension UserFacingText {
    /// Returns a failure and the key that retries, wrapped; a long failure is shortened, never the key.
    static func retriable(
        _ failure: String, with key: String, columns: Int, rows: Int = 1, _ repertoire: Repertoire
    ) -> [String] {
        lines(shortening: failure, columns: columns, rows: rows, repertoire) {
            localized("\($0) (press \(key) to retry)")
        }
    }

    /// Wraps a sentence that has a detail of any length in it, such as a search or an error. The detail is shortened
    /// until all of the sentence fits.
    static func lines(
        shortening detail: String, columns: Int, rows: Int = 1, _ repertoire: Repertoire,
        in sentence: (String) -> String
    ) -> [String] {
        func wrapped(_ detail: String) -> [String] {
            VisibleText(sentence(detail), repertoire: repertoire).wrapped(columns: columns, rows: rows + 1)
        }
        let all = wrapped(detail)
        guard all.count > rows else { return all }
        let detail = VisibleText(detail, repertoire: repertoire)
        let available = columns * rows - VisibleText(sentence(""), repertoire: repertoire).width
        for width in stride(from: available, to: 0, by: -1) {
            let lines = wrapped(detail.wrapped(columns: width, rows: 1).joined())
            if lines.count <= rows { return lines }
        }
        return VisibleText(sentence("\u{2026}"), repertoire: repertoire).wrapped(columns: columns, rows: rows)
    }
}

extension Photo {
    /// The title as lists show it: `IMG_2041 +CR2` if the photo has other files, `\u{25B6} 1:23 IMG_2042` for a video.
    var listTitle: String { (video?.sign ?? "") + titleOfStack }

    /// The title with the formats of the photo's other files, such as `IMG_2041 +CR2`.
    var titleOfStack: String { ([title] + stack.map { "+" + $0.format }).joined(separator: " ") }

    /// The title with the format of the file that is shown, unless it is the first one, such as `IMG_2041 (CR2)`.
    func title(showing file: Photo.ID?) -> String {
        stack.first { $0.id == file }.map { "\($0.video?.sign ?? "")\(title) (\($0.format))" } ?? listTitle
    }

    /// The full description of a photo without a title. Its `title` is then the beginning of the description, shortened
    /// to fit a tile.
    var titleInFull: String? {
        guard let description else { return nil }
        return description.hasPrefix(title.last == "\u{2026}" ? title.dropLast() : title[...]) ? description : nil
    }
}

extension Video {
    /// The sign of a video, with the playing time if it is known.
    fileprivate var sign: String { ([Self.symbol] + [playingTime].compactMap { $0 }).joined(separator: " ") + " " }

    var playingTime: String? { duration.map(UserFacingText.playingTime) }

    static let symbol = "\u{25B6}"
}

/// Texts for measurements of photos' pixels.
extension UserFacingText {
    /// Returns a caption such as `sharpness 62`.
    static func sharpness(_ sharpness: ComparedSharpness) -> String {
        switch sharpness {
        case .measured(let value): localized("sharpness \(ungrouped: hundredths(value))")
        case .unknown: localized("sharpness unknown")
        }
    }

    /// Returns a sharpness on its scale, such as `62 of 100`.
    static func sharpnessInFull(_ value: Double) -> String {
        localized("\(ungrouped: hundredths(value)) of \(ungrouped: 100)")
    }

    /// Returns a caption such as `differs in 3%`, or `no differences`.
    /// - Parameter title: the title of the other photo; nil if it goes without saying.
    static func difference(_ share: Double, from title: String?) -> String {
        guard let title else {
            return share > 0 ? localized("differs in \(percentage(share))") : localized("no differences")
        }
        return share > 0
            ? localized("differs from \(title) in \(percentage(share))") : localized("no differences from \(title)")
    }

    /// Returns a percentage such as `3%`; `<1%` for a smaller share that isn't zero.
    static func percentage(_ share: Double) -> String {
        share > 0 && share < 0.01 ? "<1%" : "\(hundredths(share))%"
    }

    private static func hundredths(_ value: Double) -> Int { Int((min(1, max(0, value)) * 100).rounded()) }
}
