import Albums

/// The heading of photos in a home tab, and the navigation from there.
extension PhotoGridViewModel {
    /// Whether the library has more than one owner.
    var isOfSeveral: Bool { (summary.owners ?? []).count > 1 }

    /// Shows another owner or other totals above the photos.
    public func changeHeading(_ heading: PhotoGridHeading) {
        update { $0.heading = heading }
    }

    public func show(_ tab: HomeTab) {
        guard case .home(let shown, let owner, let totals) = state.heading else { return }
        guard tab != shown else { return actions.explain(.tabShown) }
        actions.showTab(tab, owner, totals)
    }

    /// Shows the profile of the owner named in the heading.
    public func showProfile() {
        guard case .home(_, let owner, let totals) = state.heading else { return }
        guard let owner else { return actions.explain(.stillLoading) }
        actions.showProfile(owner, totals)
    }

    /// Updates the heading when the owner becomes known or the totals change.
    func summaryChanged() {
        guard case .home(let tab, let owner, let totals) = state.heading else { return }
        update { $0.heading = .home(tab, owner ?? summary.owners?.first, summary.totals ?? totals) }
    }
}
