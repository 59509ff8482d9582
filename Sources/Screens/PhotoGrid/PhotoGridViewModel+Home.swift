import Albums

/// What stands above photos that are a tab of home, and the ways from there.
extension PhotoGridViewModel {
    /// Whether the library has photos of more than one owner.
    var isOfSeveral: Bool { (summary.owners ?? []).count > 1 }

    /// Another owner's name, or other totals, stand above the photos now.
    public func changeHeading(_ heading: PhotoGridHeading) {
        update { $0.heading = heading }
    }

    public func show(_ tab: HomeTab) {
        guard case .home(let shown, let owner, let totals) = state.heading else { return }
        guard tab != shown else { return actions.explain(.tabShown) }
        actions.showTab(tab, owner, totals)
    }

    /// Shows the profile of whose library it is, in a tab of home.
    public func showProfile() {
        guard case .home(_, let owner, let totals) = state.heading else { return }
        guard let owner else { return actions.explain(.stillLoading) }
        actions.showProfile(owner, totals)
    }

    /// Whose library it is may be known only now, and how much it holds changes.
    func summaryChanged() {
        guard case .home(let tab, let owner, let totals) = state.heading else { return }
        update { $0.heading = .home(tab, owner ?? summary.owners?.first, summary.totals ?? totals) }
    }
}
