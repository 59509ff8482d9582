import TerminalUI

extension PhotoGridScreen {
    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let place): click(at: place)
        case .doubleClick(let place): if photo(at: place) != nil { viewModel.openSelection(playing: false) }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag: break
        }
    }

    private func click(at place: Position) {
        let state = viewModel.state
        if let (index, rect) = photo(at: place) {
            let heart =
                themes.isForReaders
                ? nil : tile(at: index, of: state)?.heartPlace(in: rect, repertoire: appearance.repertoire)
            viewModel.select(index)
            if heart?.contains(place) == true { viewModel.toggleFavorite(at: index) }
        } else if let key = bottomLine.key(at: place, size: size, repertoire: appearance.repertoire) {
            handle(.key(key))
        } else {
            switch homeHeader(of: state)?.target(at: place, repertoire: appearance.repertoire) {
            case .tab(let tab): viewModel.show(tab)
            case .owner: viewModel.showProfile()
            case nil: break
            }
        }
    }

    private func photo(at place: Position) -> (index: Int, rect: Rect)? {
        guard layout.area.contains(place) else { return nil }
        return layout.places(in: viewModel.state.photos.arrangement).first { $0.rect.contains(place) }
    }
}
