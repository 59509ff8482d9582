import Albums

/// The one place where errors and news become words.
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
        case .unreadableFolder(let path): "Cannot read the folder \(path)"
        case .partlyFailed(let failure): "Not everything is here: \(library(failure))"
        case .changed, .completed: nil
        }
    }

    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        number == 1 ? "1 \(one)" : "\(number) \(many)"
    }

    /// `3 albums, 144 photos`, with an ellipsis while more are being found; what none was found of yet is left out.
    static func totals(_ totals: LibraryTotals?) -> String {
        guard let totals else { return "" }
        let counts = [(totals.albums, "album", "albums"), (totals.photos, "photo", "photos")]
            .filter { $0.0 > 0 || totals.isComplete }
            .map { count($0.0, $0.1, $0.2) }
        return counts.joined(separator: ", ") + (totals.isComplete ? "" : " \u{2026}")
    }

    /// What can be done about a failure, after what happened.
    static func retriable(_ failure: String) -> String {
        "\(failure) (r tries again)"
    }

    static func picture(_ failure: PictureFailure) -> String {
        switch failure {
        case .unreadable(let reason): reason
        case .notAFile: "not a file"
        case .unfetched(let failure): library(failure)
        case .empty: "the file is empty"
        case .unknownFormat: "not a picture"
        case .unsupportedFormat(let format): "\(format) is not supported"
        case .damaged(let format): "damaged \(format)"
        case .tooLarge(let width, let height): "too large: \(width) x \(height) pixels"
        }
    }

    static func sharing(_ failure: SharingFailure) -> String {
        switch failure {
        case .noClipboard: "this terminal has no clipboard"
        case .tooLong(let limit): "more than the \(limit / 1000) KB that a terminal's clipboard takes"
        }
    }

    static func favorites(_ failure: FavoritesFailure) -> String {
        switch failure {
        case .diskFull: "the disk is full"
        case .damaged(let path): "\(path) is damaged"
        case .laterVersion(let path): "\(path) was written by a later version of Tintype"
        case .unavailable(let path, let reason): "\(path): \(reason)"
        }
    }

    static func library(_ failure: LibraryFailure) -> String {
        switch failure {
        case .unreachable(let host, let reason): "no connection to \(host): \(reason)"
        case .timedOut(let host): "\(host) did not answer in time"
        case .refused(let host, let status): "\(host) answered with error \(status)"
        case .rateLimited(nil): "too many requests: the service asks to wait"
        case .rateLimited(let seconds?):
            "too many requests: the service asks to wait \(count(seconds, "second", "seconds"))"
        case .keyNeeded(let help): help
        case .searchRefused: "the service refuses this search"
        case .notUnderstood(let host): "\(host) sent something that is not an album"
        case .tooLarge(let host): "\(host) sent more than is accepted"
        case .notFound(let name): "\(name) was not found"
        case .unsafeRedirect(let host): "\(host) redirects to where it should not"
        case .noSuchList: "this library has no such list"
        }
    }
}
