import Albums

/// Whose albums are listed: those of whom was wished for, once it is known who there is, or of whom a person chooses.
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
            // It was meant for the list that was left.
            $0.search.clear()
        }
        actions.rememberScope(scope)
        ask(fromTop: true)
    }

    /// Lists the albums that were wished for, or everyone's where there is nobody of that name.
    ///
    /// While it is not known who there is, the wish is kept and albums are listed all the same.
    func settleScope(among owners: [Owner]) {
        let people = owners.filter { $0.id != .unknown }
        isScopeSettled = !people.isEmpty
        let scope = isScopeSettled ? wishedScope(among: people) : state.scope
        update { $0.scope = scope ?? .everyone }
        ask()
    }

    private func wishedScope(among people: [Owner]) -> OwnerScope? {
        // Albums that are on the screen by now are not swapped for somebody's by chance.
        if wish == .random, let scope = state.scope { return scope }
        let scope = wish.scope(among: people)
        if let scope {
            if people.count > 1 { actions.rememberScope(scope) }
        } else if case .named(let name) = wish {
            actions.missOwner(name)
        }
        return scope
    }

    /// Whose name stands at the top.
    func owner(in state: HomeState) -> Owner? {
        switch state.scope {
        case .owner(let id): state.owners[id] ?? state.owners[.unknown]
        case .everyone, nil: albums.contents.selected.flatMap { state.owners[$0.ownerID] } ?? summary.owners?.first
        }
    }
}
