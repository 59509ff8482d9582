import DemoLibrary
import Libraries

extension LibraryKind {
    /// The registry: every kind of library that the program opens, in the order of its help.
    static let all: [LibraryKind] = [.folder, .jsonPlaceholder, .unsplash, .immich, .demo]

    static let demo = LibraryKind(
        addresses: .scheme("demo"), example: DemoLibrary.address,
        summary: "\(DemoLibrary.address), the built-in library"
    ) { address, _ throws(LibraryOpenFailure) in
        guard address.normalized == DemoLibrary.address else {
            throw .malformedAddress(example: DemoLibrary.address)
        }
        return .demo
    }
}

extension OpenedLibrary {
    static var demo: OpenedLibrary { OpenedLibrary(DemoLibrary()) }

    /// The demo in place of a library that cannot be opened.
    static var fallback: OpenedLibrary {
        var opened = demo
        opened.isRemembered = false
        return opened
    }
}
