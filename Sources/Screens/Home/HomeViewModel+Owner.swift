import Albums

/// Resolves the owner preference once owners have loaded, and lets the user choose another owner.
extension HomeViewModel {
    public func chooseOwner() {
        guard let scope = state.scope, let owners = summary.owners else { return actions.explain(.stillLoading) }
        guard owners.count > 1 else { return actions.explain(.onlyOwner) }
        actions.chooseOwner(owners, scope) { [weak self] in self?.show($0) }
    }

    private func show(_ scope: OwnerScope) {
        isScopeSettled = true
        update {
            $0.scope = scope
            $0.isOwnerSelected = false
            // The search belonged to the previous list.
            $0.search.clear()
        }
        actions.rememberScope(scope)
        load(fromTop: true)
    }

    /// Lists the albums of the preferred owner, or everyone's if no owner has that name.
    ///
    /// While the owners are unknown, lists albums anyway and leaves the preference to be resolved later.
    func settleScope(among owners: [Owner]) {
        let people = owners.filter { $0.id != .unknown }
        isScopeSettled = !people.isEmpty
        let scope = isScopeSettled ? preferredScope(among: people) : state.scope
        update { $0.scope = scope ?? .everyone }
        load()
    }

    private func preferredScope(among people: [Owner]) -> OwnerScope? {
        // Don't replace albums already on screen with those of a random owner.
        if ownerPreference == .random, let scope = state.scope { return scope }
        let scope = ownerPreference.scope(among: people)
        if let scope {
            if people.count > 1 { actions.rememberScope(scope) }
        } else if case .named(let name) = ownerPreference {
            actions.reportUnknownOwner(name)
        }
        return scope
    }

    /// Returns the owner to name at the top.
    func owner(in state: HomeState) -> Owner? {
        switch state.scope {
        case .owner(let id): state.owners[id] ?? state.owners[.unknown]
        case .everyone, nil: albums.selected.flatMap { state.owners[$0.ownerID] } ?? summary.owners?.first
        }
    }
}
