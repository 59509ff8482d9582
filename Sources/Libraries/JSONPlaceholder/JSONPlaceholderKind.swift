extension LibraryKind {
    public static let jsonPlaceholder = LibraryKind(
        addresses: .url, example: "http(s)://…", summary: "the address of a JSONPlaceholder-style service"
    ) { address, resources throws(LibraryOpenFailure) in
        guard let service = ServiceAddress(address.normalized) else { throw .malformedServiceAddress }
        guard resources.authorization == nil || service.origin.isPotentiallyTrustworthy else {
            throw .unencryptedKey(host: service.name)
        }
        guard
            let library = JSONPlaceholderLibrary(
                address: address.normalized, credential: resources.authorization, imageHosts: resources.imageHosts,
                send: resources.send)
        else { throw .malformedServiceAddress }
        var opened = OpenedLibrary(library)
        opened.startsWithRandomOwner = true
        return opened
    }
}
