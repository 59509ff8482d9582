import Albums
import CellArt
import TerminalUI

/// A screen of the viewer's view-model: with pictures or, for screen readers, with text.
@MainActor
protocol ViewerPresenting: CommandScreen, PhotoChoosing where Command == ViewerCommand {
    var viewModel: ViewerViewModel { get }
}

extension ViewerPresenting {
    var state: ViewerState { viewModel.state }

    func appear() { viewModel.appear() }
    func overlayOpened() { viewModel.overlayOpened() }
    func disappear() { viewModel.suspend() }
    func reload() { viewModel.reload() }
    func didDeliver(_ items: Set<OpaqueID>) { viewModel.didDeliver(items) }

    var shown: ShownLibrary { viewModel.shown }
    var actsOnMarked: Bool { false }
    var haveOriginals: Bool { viewModel.hasOriginal }
    var position: PhotoPosition { viewModel.position }

    func currentPhoto() throws(NoEffect) -> Photo { try viewModel.currentPhoto() }
    func annotationsChanged() { viewModel.annotationsChanged() }
    func selectNext() { viewModel.selectNext() }
    func reveal(_ ids: [Photo.ID]) { viewModel.reveal(ids) }
}
