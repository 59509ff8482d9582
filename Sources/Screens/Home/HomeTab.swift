/// The lists of a library that home has a tab for.
enum HomeTab: String, CaseIterable {
    case albums = "Albums"
    case feed = "Feed"
}
