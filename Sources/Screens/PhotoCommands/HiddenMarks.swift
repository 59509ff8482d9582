import Albums
import Localization
import TerminalUI

/// When a command asks before it acts on marked photos that the user can't see.
enum HiddenMarksRule {
    /// If the list has none of the marked photos: the user may have forgotten them.
    case noneListed
    /// If any of them is not on the screen, even if the list has it.
    case anyOutOfView
}

/// The answers to a question about marked photos that the user doesn't see.
enum MarkedPhotosAnswer {
    case actOnThem, unmark
}

extension PhotoCommands {
    /// Calls `confirmed`, after a question if the user can't see the marked photos of a command.
    ///
    /// - Parameter marked: may be empty.
    func askAboutHidden(
        _ marked: [Photo], before command: PhotoCommand, on screen: any PhotoChoosing, _ confirmed: @escaping () -> Void
    ) {
        guard let rule = command.hiddenMarksRule, let listing = screen as? any PhotoListing,
            !marked.allSatisfy(screens.stores.files.isDeparting)
        else { return confirmed() }
        let inView = listing.markedInView
        // If marked photos are in view, skip the lookup, which takes a moment.
        if rule == .noneListed, !inView.isEmpty { return confirmed() }
        coordinator?.lookUp { [screens, weak coordinator] in
            let hidden = await listing.countHidden(marked, inView: inView, by: rule)
            guard !Task.isCancelled, let coordinator else { return }
            // A question or a prompt on another screen could be answered by a key that was meant for that.
            let isOnTop = coordinator.isOnTop(screen)
            if hidden > 0 {
                guard isOnTop else { return }
                switch await coordinator.ask(Question(aboutHidden: hidden, of: marked, before: command)) {
                case .actOnThem: confirmed()
                case .unmark: screens.stores.marks.clear()
                case nil: break
                }
            } else if isOnTop || !command.showsScreen {
                confirmed()
            }
        }
    }
}

extension PhotoListing {
    /// Returns how many of the marked photos the user can't see, or 0 if the rule asks nothing.
    /// - Parameter inView: the marked photos on the screen, which for a moment can be those of an earlier search.
    func countHidden(_ marked: [Photo], inView: Set<Photo.ID>, by rule: HiddenMarksRule) async -> Int {
        var count = 0
        for photo in marked {
            if rule == .anyOutOfView, !inView.contains(photo.id) {
                count += 1
            } else if await !isListed(photo) {
                count += 1
            } else if rule == .noneListed {
                return 0
            }
        }
        return count
    }
}

extension Question<MarkedPhotosAnswer> {
    /// Asks whether a command shall change marked photos, of which the user doesn't see some.
    init(aboutHidden hidden: Int, of marked: [Photo], before command: PhotoCommand) {
        let hint =
            switch command {
            case .trash: UserFacingText.trashHint
            case .rate, .pickFlag, .reject, .unflag, .label: localized("change", context: "hint")
            default: localized("continue", context: "hint")
            }
        self.init(
            title: localized("Marked photos"), text: [command.question(about: hidden, of: marked)],
            choices: [
                Choice(keys: [Key(.enter), Key("y")], hint: hint, answer: .actOnThem),
                Choice(keys: [Key("m")], hint: localized("unmark all", context: "hint"), answer: .unmark),
            ])
    }
}

extension PhotoCommand {
    fileprivate func question(about hidden: Int, of marked: [Photo]) -> String {
        let count = marked.count
        guard hidden == count else {
            return localized(
                hidden, one: "Move \(count) marked photos to the trash, also \(hidden) that the screen doesn't show?",
                other: "Move \(count) marked photos to the trash, also \(hidden) that the screen doesn't show?")
        }
        return count == 1 ? question(about: marked[0].titleOfStack) : question(about: count)
    }

    private func question(about title: String) -> String {
        self == .trash
            ? localized("Move the marked photo \u{201C}\(title)\u{201D}, which the screen doesn't show, to the trash?")
            : localized("Use the marked photo \u{201C}\(title)\u{201D}, which this list doesn't show?")
    }

    private func question(about count: Int) -> String {
        self == .trash
            ? localized(
                count, one: "Move \(count) marked photo, which the screen doesn't show, to the trash?",
                other: "Move \(count) marked photos, which the screen doesn't show, to the trash?")
            : localized(
                count, one: "Use \(count) marked photo, which this list doesn't show?",
                other: "Use \(count) marked photos, which this list doesn't show?")
    }
}
