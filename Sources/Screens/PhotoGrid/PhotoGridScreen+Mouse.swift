import TerminalUI

extension PhotoGridScreen {
    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point): click(at: point)
        case .doubleClick(let point): if photo(at: point) != nil { viewModel.openSelection(playing: false) }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag: break
        }
    }

    private func click(at point: Position) {
        let state = viewModel.state
        if let (index, rect) = photo(at: point) {
            let heart =
                themes.isForReaders
                ? nil : tile(at: index, of: state)?.heartPosition(in: rect, repertoire: appearance.repertoire)
            viewModel.select(index)
            if heart?.contains(point) == true { viewModel.toggleFavorite(at: index) }
        } else if let key = bottomLine.key(at: point, size: size, repertoire: appearance.repertoire) {
            handle(.key(key))
        } else {
            switch homeHeader(of: state)?.target(at: point, repertoire: appearance.repertoire) {
            case .tab(let tab): viewModel.show(tab)
            case .owner: viewModel.showProfile()
            case nil: break
            }
        }
    }

    private func photo(at point: Position) -> (index: Int, rect: Rect)? {
        guard layout.area.contains(point) else { return nil }
        return layout.tileRects(in: viewModel.state.photos.arrangement).first { $0.rect.contains(point) }
    }
}
