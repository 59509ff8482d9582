import Albums

extension Photo {
    /// The title with the kinds of the photo's other files, such as `IMG_2041 +CR2`.
    var titleOfStack: String { ([title] + stack.map { "+" + $0.kind }).joined(separator: " ") }

    /// The title with the kind of the file that is shown, unless it is the first one, such as `IMG_2041 (CR2)`.
    func title(showing file: Photo.ID?) -> String {
        stack.first { $0.id == file }.map { "\(title) (\($0.kind))" } ?? titleOfStack
    }
}
