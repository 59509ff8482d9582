import Albums

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
