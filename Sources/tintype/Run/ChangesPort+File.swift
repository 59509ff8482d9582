import Libraries
import Screens
import Storage

extension ChangesPort {
    init(ofLibraryAt address: String) {
        // A list of paths cannot be opened again.
        if address == PathListLibrary.noAddress {
            self.init()
        } else {
            let file = ChangeLogFile(ofLibraryAt: address)
            self.init(
                load: { await file.load() }, add: { await file.add($0) }, remove: { await file.remove($0, files: $1) })
        }
    }
}
