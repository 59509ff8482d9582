import Basics

extension LibraryKind {
    public static let immich = LibraryKind(
        addresses: .scheme("immich"), example: "immich:https://…", summary: "immich:https://HOST, an Immich server",
        keys: [.immich]
    ) { address, resources throws(LibraryOpenFailure) in
        guard let key = resources.keys[AccessKey.immich.setting] else { throw .keyMissing(.immich) }
        let library = try ImmichLibrary(address: address.normalized, key: key, send: resources.send)
        var opened = OpenedLibrary(library)
        opened.report = { try await library.report() }
        return opened
    }
}

extension AccessKey {
    static let immich = AccessKey(
        service: "Immich", website: "https://docs.immich.app/features/command-line-interface/#obtain-the-api-key",
        variable: "IMMICH_API_KEY", setting: "immich.key-file")
}
