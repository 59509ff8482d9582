import Basics

extension LibraryKind {
    public static let unsplash = LibraryKind(
        addresses: .scheme("unsplash"), example: "unsplash:", summary: "unsplash: or unsplash:@USERNAME",
        keys: [.unsplash]
    ) { address, resources throws(LibraryOpenFailure) in
        guard let key = resources.keys[AccessKey.unsplash.setting] else { throw .keyMissing(.unsplash) }
        let library = try UnsplashLibrary(
            address: address.normalized, key: key, api: resources.api ?? UnsplashLibrary.defaultAPI,
            send: resources.send)
        var opened = OpenedLibrary(library)
        opened.startsWithFeed = true
        opened.quota = { library.rateLimit.map { (AccessKey.unsplash.service, $0) } }
        return opened
    }
}

extension AccessKey {
    static let unsplash = AccessKey(
        service: "Unsplash", website: "https://unsplash.com/developers", variable: "UNSPLASH_ACCESS_KEY",
        setting: "unsplash.key-file")
}
