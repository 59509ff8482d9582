/// Links to Unsplash as its guidelines ask for them (help.unsplash.com, "API Guidelines").
enum UnsplashLink {
    /// A link that tells who sent the visitor.
    static func referring(_ link: String) -> String {
        link + (link.contains("?") ? "&" : "?") + "utm_source=tintype&utm_medium=referral"
    }
}
