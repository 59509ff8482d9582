import Albums
import Localization
import TerminalUI

/// The tabs of the home screen.
extension Section {
    var title: Message {
        switch self {
        case .albums: Message("Albums")
        case .feed: Message("Feed")
        case .favorites: Message("Favorites")
        case .people: Message("People")
        case .places: Message("Places")
        }
    }

    /// The label of the tab's key in the hint line.
    var hint: Message {
        switch self {
        case .albums: Message("albums", context: "hint")
        case .feed: Message("feed", context: "hint")
        case .favorites: Message("favorites", context: "hint")
        case .people: Message("people", context: "hint")
        case .places: Message("places", context: "hint")
        }
    }

    /// The help of the keys of several tabs.
    fileprivate var joinedHelp: Message? {
        switch self {
        case .albums, .feed, .favorites: Message("Albums, feed, favorites")
        case .people, .places: Message("People, places")
        }
    }
}

extension [Section] {
    /// Returns the tab a number of steps to the right of another one, wrapping around at the end.
    func tab(_ steps: Int, after tab: Section) -> Section {
        guard let index = firstIndex(of: tab) else { return tab }
        return self[(index + steps + count) % count]
    }
}

extension KeyMap {
    /// The keys that switch between tabs of the home screen: Alt with a number for each.
    static func tabs(
        _ sections: [Section], from tab: Section, _ command: (Section) -> Command
    ) -> [KeyBinding<Command>] {
        let next = sections.tab(1, after: tab)
        return [
            KeyBinding(
                [Key(.tab)], command(next), name: "next-tab", in: .move, help: "Next tab",
                joined: "Next or previous tab", hint: next.hint),
            KeyBinding(
                [Key(.tab, .shift)], command(sections.tab(-1, after: tab)), name: "previous-tab", in: .move,
                help: "Previous tab", joined: "Next or previous tab"),
        ]
            + zip(sections, "123456789").map { section, digit in
                KeyBinding(
                    [Key(.character(digit), .alt)], command(section), name: section.rawValue, in: .move,
                    help: section.title, joined: section.joinedHelp)
            }
    }
}
