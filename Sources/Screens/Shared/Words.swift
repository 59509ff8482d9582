import Albums

/// The one place where errors and news become words.
enum Words {
    static func failure(_ error: any Error) -> String {
        switch error {
        case let failure as PictureFailure: picture(failure)
        default: "\(error)"
        }
    }

    static func news(_ event: LibraryEvent) -> String? {
        switch event {
        case .unreadableFolder(let path): "Cannot read the folder \(path)"
        case .changed, .completed: nil
        }
    }

    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        number == 1 ? "1 \(one)" : "\(number) \(many)"
    }

    static func picture(_ failure: PictureFailure) -> String {
        switch failure {
        case .unreadable(let reason): reason
        case .notAFile: "not a file"
        case .empty: "the file is empty"
        case .unknownFormat: "not a picture"
        case .unsupportedFormat(let format): "\(format) is not supported"
        case .damaged(let format): "damaged \(format)"
        case .tooLarge(let width, let height): "too large: \(width) x \(height) pixels"
        }
    }
}
