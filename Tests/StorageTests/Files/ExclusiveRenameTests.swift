import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Renaming without replacing")
struct ExclusiveRenameTests {
    @Test("Where only hard links prevent replacing, a file that another program puts in place of the old one stays")
    func replacedMeanwhile() throws {
        let fixture = try FileFixture()
        let photo = try fixture.photo("old.jpg", "new.jpg")
        let photos = fixture.folder.path + "/photos"
        var renaming = ExclusiveRename()
        renaming.renameExclusively = { _, _ in
            errno = EINVAL
            return -1
        }
        let link = renaming.link
        renaming.link = { from, to in
            defer { rename(photos + "/new.jpg", photos + "/old.jpg") }
            return link(from, to)
        }
        #expect(!renaming.rename(photo.files[0].source, to: fixture.path("photos/target.jpg")))
        #expect(fixture.photos == ["old.jpg": "photo new.jpg"])
    }
}
