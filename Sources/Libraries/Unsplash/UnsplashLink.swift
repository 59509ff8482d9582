/// Links to Unsplash in the form required by its API guidelines (help.unsplash.com, "API Guidelines").
enum UnsplashLink {
    /// Adds referral parameters that name this program.
    static func referring(_ link: String) -> String {
        link + (link.contains("?") ? "&" : "?") + "utm_source=tintype&utm_medium=referral"
    }
}
