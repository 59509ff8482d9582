import Albums
import Basics
import Localization

/// A change of tags, typed with commas: `Sea, Places/Rome, -draft`, where `-` removes a tag.
@MainActor
final class PhotoTagging {
    private let photos: [Photo]
    private let library: any PhotoLibrary
    private let store: EditStore
    /// The tags of the library, the most used first; nil until they have loaded.
    private var known: [String]?
    /// The tags of the photos, with the number of photos that have each.
    private let present: [SearchValue]

    private static let maxCandidates = 8

    init(_ photos: [Photo], of library: any PhotoLibrary, store: EditStore) {
        (self.photos, self.library, self.store) = (photos, library, store)
        present = SearchValue.counting(photos.map(store.tags), of: .tag)
    }

    var prompt: Prompt<TagChange> {
        let last = store.lastTags.map { UserFacingText.list($0.added + $0.removed.map { "-\($0)" }) }
        return Prompt(
            title: localized("Tags of \(UserFacingText.title(of: photos))"), label: localized("Tags:") + " ",
            help: last.map { localized("Enter repeats: \($0)") }
                ?? localized("Commas separate tags, and - removes one: Places/Rome, -draft"),
            hint: localized("change tags", context: "hint"), complete: { self.completed($0) },
            answerOfNothing: store.lastTags, reading: .whileTyping { await self.check($0) })
    }

    private func check(_ text: String) async -> Prompt<TagChange>.Checked {
        // Loading fails if the user types on.
        if known == nil, let values = try? await library.values(of: .tag, in: .feed, matching: .everything) {
            known = values.map(\.text)
        }
        let (change, unknown) = change(in: text)
        let problems = unknown.map {
            Prompt<TagChange>.Line(text: localized("No tag \u{201C}\($0)\u{201D} to remove"), isProblem: true)
        }
        let typed = Self.parts(of: text).last ?? ""
        let lines = typed.isEmpty ? [presentLine].compactMap { $0 } : candidates(for: typed)
        return .init(
            lines: problems + lines.map { Prompt<TagChange>.Line(text: $0) },
            answer: unknown.isEmpty && hasEffect(change) ? .success(change) : .failure(.tagsUnchanged))
    }

    func hasEffect(_ change: TagChange) -> Bool {
        photos.contains { change.applied(to: store.tags(of: $0)) != store.tags(of: $0) }
    }

    /// The tags of the photos, with a count for those that some photos lack: `Sea, Rome (2)`.
    private var presentLine: String? {
        let tags = present.map { $0.count == photos.count ? $0.text : "\($0.text) (\($0.count))" }
        return tags.isEmpty ? nil : localized("Now: \(UserFacingText.list(tags))")
    }

    /// Returns the text with the tag that the user is typing completed; nil if no tag begins like that.
    private func completed(_ text: String) -> String? {
        guard let typed = Self.parts(of: text).last, !typed.isEmpty, let tag = candidates(for: typed).first else {
            return nil
        }
        return String(text.dropLast(typed.count)) + (typed.hasPrefix("-") ? "-" : "") + tag
    }

    /// The tags with a level that begins with the typed text; for a removal, only tags of the photos.
    private func candidates(for typed: String) -> [String] {
        let isRemoval = typed.hasPrefix("-")
        let start = typed.drop { $0 == "-" || $0 == " " }.lowercased()
        let tags = isRemoval ? present.map(\.text) : known ?? []
        return Array(
            tags.lazy.filter { tag in
                let folded = tag.lowercased()
                return folded.hasPrefix(start) || folded.contains("/" + start)
            }.prefix(Self.maxCandidates))
    }

    /// Returns the change that a text describes, and the tags to remove that no photo has.
    private func change(in text: String) -> (TagChange, unknown: [String]) {
        var (change, unknown) = (TagChange(), [String]())
        let parsed = TagChange(typed: text)
        change.added = parsed.added.map { typed in known?.first { $0.isSameTag(as: typed) } ?? typed }
        for typed in parsed.removed {
            let found = present.map(\.text).filter { tag in
                tag.isSameTag(as: typed) || tag.lowercased().hasSuffix("/" + typed.lowercased())
            }
            if found.isEmpty { unknown.append(typed) } else { change.removed += found }
        }
        return (change, unknown)
    }

    nonisolated fileprivate static func parts(of text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed ?? "" }
    }
}

extension PhotoCommands {
    func askForTags(of photos: [Photo]) {
        let tagging = PhotoTagging(photos, of: screens.library, store: screens.stores.edits)
        coordinator?.interact { [screens, coordinator] in
            guard let change = await coordinator?.ask(tagging.prompt) else { return }
            // The last change, which Enter repeats, may have no effect on these photos.
            guard tagging.hasEffect(change) else { return screens.notices.explain(.tagsUnchanged) }
            screens.stores.edits.tag(photos, change)
        }
    }
}

extension TagChange {
    /// Parses a change as the user types it.
    init(typed text: String) {
        self.init()
        for part in PhotoTagging.parts(of: text) {
            let steps = part.drop { $0 == "-" }.split { "/|".contains($0) }.compactMap(\.trimmed)
            let tag = String(steps.joined(separator: "/").prefix(Self.maxTagScalars))
            if tag.isEmpty { continue }
            if part.hasPrefix("-") { removed.append(tag) } else { added.append(tag) }
        }
    }

    /// Longer tags are cut when they are read.
    private static let maxTagScalars = 60
}
