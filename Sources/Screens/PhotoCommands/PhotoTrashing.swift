import Albums
import Localization
import TerminalUI

extension PhotoCommands {
    /// Moves the marked photos to the trash, or else the one on the screen or its burst.
    func trash(_ marked: [Photo], on screen: any PhotoChoosing) throws(NoEffect) {
        try withDeparting(marked, from: screen, isTrash: true) { [files = screens.stores.files] in
            files.make(.trash, of: $0)
        }
    }

    /// Moves the rejected photos of a list to the trash, once the user has confirmed their number and size.
    func trashRejected(on screen: any PhotoChoosing) {
        withAllPhotos(on: screen) { [screens, weak coordinator] photos in
            let rejected = { photos.filter { screens.stores.edits.assessment(of: $0).flag == .rejected } }
            let count = rejected().count
            guard count > 0 else { return screens.notices.explain(.nothingRejected) }
            let files = await screens.stores.files.files(of: rejected())
            // A question on another screen could be answered by a key that was meant for that.
            guard coordinator?.isOnTop(screen) == true else { return }
            guard await coordinator?.ask(Question(aboutTrashing: count, files)) == true else { return }
            screens.stores.files.make(.trash, of: rejected())
        }
    }
}

extension Question<Bool> {
    /// Asks whether to move rejected photos to the trash.
    fileprivate init(aboutTrashing count: Int, _ files: FileTotals) {
        let size = UserFacingText.fileSize(files.bytes)
        let fileCount = localized(files.count, one: "\(files.count) file", other: "\(files.count) files")
        let question =
            files.count > 0
            ? localized(
                count, one: "Move \(count) rejected photo (\(fileCount), \(size)) to the trash?",
                other: "Move \(count) rejected photos (\(fileCount), \(size)) to the trash?")
            : localized(
                count, one: "Move \(count) rejected photo to the trash?",
                other: "Move \(count) rejected photos to the trash?")
        self.init(
            title: localized("Rejected photos"), text: [question],
            choices: [Choice(keys: [Key(.enter), Key("y")], hint: UserFacingText.trashHint, answer: true)])
    }
}

extension UserFacingText {
    static var trashHint: String { localized("move to the trash", context: "hint") }
}
