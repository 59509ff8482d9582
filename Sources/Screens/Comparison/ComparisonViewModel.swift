import Albums
import CellArt
import Localization

/// Everything the comparison shows.
struct ComparisonState: Sendable {
    var photos: [ComparedPhoto]
    /// The index of the photo that commands act on.
    var active = 0
    /// Whether zoom, position and rotation of all photos change together.
    var isLinked = true
    /// The layout that the user has chosen; nil if the size of the terminal decides.
    var chosenLayout: Layout?
    /// Whether only the active photo is visible.
    var isSingle = false
    /// Whether the photos take turns by themselves.
    var isBlinking = false
    /// Whether the active photo is tinted where it differs from the reference.
    var showsDifferences = false
    /// Whether edges that are in focus are marked.
    var showsPeaking = false
    /// The index of the photo with which the active one is compared: the first other one. Nil without another one.
    var reference: Int? { photos.count < 2 ? nil : active == 0 ? 1 : 0 }
    /// Whether loading takes long enough to show a busy indicator.
    var isSlow = false
    /// Whether hints cover the last line of a photo.
    var areHintsShown = true
    /// Whether the photos have too little detail here for their sharpness to be reliable.
    var lackDetail = false
    /// Whether assessing a photo chooses the next one.
    var advances = false
    /// The number of photos that follow in a burst or among the marked photos; nil in other lists.
    var following: Int?
    /// The pixels of the photo that is likely to be compared next, once it has been drawn.
    var nextPicture: PixelPicture?

    enum Layout: Sendable {
        case sideBySide, single
    }
}

/// A photo of a comparison, as its pane shows it.
struct ComparedPhoto: Sendable {
    let photo: Photo
    let shown: ShownPhoto
    /// The details for the caption; nil until they have loaded.
    let details: PhotoDetails?
    let isFavorite: Bool
    let isMarked: Bool
    /// Whether the terminal shows the photo, so that keys change it.
    let isOnScreen: Bool
    let assessment: Assessment
    /// Nil until it has been measured, or if the views show too little detail.
    let sharpness: ComparedSharpness?
    /// Where the photo differs from the reference; nil unless wanted and known.
    let difference: PixelComparison.Difference?

    /// The width of the picture divided by its height, as rotated; nil until known.
    var aspect: Double? {
        shown.viewport.map { Double($0.picture.width) / Double($0.picture.height) }
    }
}

/// The view-model of the comparison of two to four photos.
@MainActor
final class ComparisonViewModel {
    private(set) var state: ComparisonState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    /// The number of photos that can be compared at a time.
    static let maxPhotos = 4
    /// How long a photo stays while the photos take turns.
    private static let blinkTime = Duration.milliseconds(700)
    /// The pane in which the photo that is likely to be compared next is loaded.
    private static let challengerPane = Pane(maxPhotos)
    /// The pane for which parts of photos are decoded to align them.
    private static let alignmentPane = Pane(maxPhotos + 1)

    let shown: ShownLibrary
    private let stores: PhotoStores
    var notices: Notices { stores.notices }
    private weak var navigator: (any Navigator)?
    private let candidates: Candidates
    private let clock: any Clock<Duration>
    private let busyIndicator: BusyIndicator
    private let prefetcher: PhotoPrefetcher
    private let pixels = PixelComparison()
    private var panes: [ComparisonPane]
    private var view = LinkedView()
    /// Whether photos that take a pane are aligned with the active one.
    private var keepsAligned = false
    private let alignment: PhotoAlignment
    private var focusCheck = FocusCheck()
    private var size: (columns: Int, rows: Int, style: ArtStyle)?
    /// The items that the terminal shows.
    private var delivered: Set<OpaqueID> = []
    /// Looks for other photos, one after the other.
    private var replacing: Task<Void, Never>?
    /// Whether the compared photos have been looked up in the list, so that the next photo is known.
    private var areFound = false
    /// The number of photos after the compared ones, if that is shown and known.
    private var following: Int?
    /// Whether looking for changes of the photos waits in `replacing`.
    private var isRefreshQueued = false
    /// The timer until the next photo's turn.
    private var blinking: Task<Void, Never>?
    /// Hides the hints.
    private var reading: Task<Void, Never>?

    /// - Parameters:
    ///   - photos: two to four photos.
    ///   - position: the position in the list from which others are taken.
    init(
        _ photos: [Photo], from position: PhotoPosition, shown: ShownLibrary, stores: PhotoStores, link: LinkPort,
        clock: any Clock<Duration>, navigator: any Navigator
    ) {
        self.shown = shown
        self.stores = stores
        self.navigator = navigator
        self.clock = clock
        candidates = Candidates(position, in: shown.library)
        alignment = PhotoAlignment(pictures: shown.pictures, pane: Self.alignmentPane)
        busyIndicator = BusyIndicator(clock: clock)
        prefetcher = PhotoPrefetcher(pictures: shown.pictures, photo: candidates.photo)
        panes = photos.prefix(Self.maxPhotos).enumerated().map { index, photo in
            ComparisonPane(
                photo, near: position.index, shown: shown,
                display: PhotoDisplay(
                    pictures: shown.pictures, pane: Pane(index), isAnimated: false, link: link, clock: clock))
        }
        state = ComparisonState(photos: [])
        for pane in panes {
            pane.onChange = { [weak self] in self?.update() }
            pane.display.samples = .middle
            pane.display.adjust = { [weak self, weak pane] viewport in
                guard let self, let pane else { return viewport }
                return view.viewport(viewport, of: pane.display.pane)
            }
        }
        prefetcher.onChange = { [weak self] in self?.update() }
        busyIndicator.onChange = { [weak self] in self?.busyIndicatorChanged() }
        pixels.onChange = { [weak self] in self?.update() }
        update()
    }

    /// Sets the size of each picture in cells, and starts loading.
    func layOut(columns: Int, rows: Int, style: ArtStyle, isSingle: Bool) {
        size = (columns, rows, style)
        if state.isSingle != isSingle { state.isSingle = isSingle }
        for pane in panes {
            pane.display.layOut(columns: columns, rows: rows, style: style)
            pane.begin()
        }
        update()
    }

    private var activePane: ComparisonPane { panes[state.active] }

    // MARK: Choosing

    /// Makes a photo the one that commands act on.
    func choose(_ index: Int) {
        guard panes.indices.contains(index) else { return }
        state.active = index
        if state.showsDifferences { update() }
    }

    /// Chooses the photo after the active one, or before it for a negative step; from the last one the first.
    func chooseNext(by step: Int) {
        guard panes.count > 1 else { return notices.explain(.onlyPhoto) }
        choose((state.active + step + panes.count) % panes.count)
    }

    /// Chooses the next photo that isn't rejected, if there is one.
    func selectNext() {
        let others = (1..<panes.count).map { (state.active + $0) % panes.count }
        if let next = others.first(where: { !isRejected(panes[$0].photo) }) { choose(next) }
    }

    /// Shows one photo at a time; if only one is visible already, the next one.
    func blink() {
        if state.isSingle { chooseNext(by: 1) } else { state.chosenLayout = .single }
    }

    /// Lets the photos take turns by themselves, or stops that.
    func toggleBlinking() {
        guard panes.count > 1 else { return notices.explain(.onlyPhoto) }
        if state.isBlinking { return stopBlinking() }
        state.isBlinking = true
        state.chosenLayout = .single
    }

    /// Shows the photos side by side, or one at a time.
    func toggleLayout() {
        stopBlinking()
        state.chosenLayout = state.isSingle ? .sideBySide : .single
    }

    private func stopBlinking() {
        blinking?.cancel()
        blinking = nil
        if state.isBlinking { state.isBlinking = false }
    }

    // MARK: Differences

    /// Tints the active photo where it differs from the reference, or stops that.
    func toggleDifferences() {
        guard panes.count > 1 else { return notices.explain(.onlyPhoto) }
        state.showsDifferences.toggle()
        for pane in panes { pane.display.samples = state.showsDifferences ? [.middle, .view] : .middle }
        update()
    }

    /// The pixels of the two compared photos while differences are shown; nil until both photos are on the screen.
    private var comparedSamples: (active: ViewSample, reference: ViewSample)? {
        guard state.showsDifferences, let reference = state.reference, let one = activePane.sample,
            let other = panes[reference].sample, one.view != nil, other.view != nil
        else { return nil }
        return (one, other)
    }

    /// Measures the photos on the screen, once all of them are.
    private func measure() {
        guard !isBusy else { return }
        pixels.measure(panes.compactMap(\.sample))
        if let compared = comparedSamples { pixels.compare(compared.active, with: compared.reference) }
    }

    /// Marks edges that are in focus, or stops that.
    func togglePeaking() {
        state.showsPeaking.toggle()
        for pane in panes { pane.display.showsPeaking = state.showsPeaking }
        update()
    }

    // MARK: The view

    /// Links the views of the photos, or lets the active one move alone.
    func toggleLink() {
        state.isLinked.toggle()
    }

    /// Moves the other photos to the part of the scene in the active one, and later the photos that replace them.
    func alignPhotos() {
        guard panes.count > 1 else { return notices.explain(.onlyPhoto) }
        keepsAligned = true
        align(panes.filter { $0 !== activePane }, isSilent: false)
    }

    private func align(_ others: [ComparisonPane], isSilent: Bool = true) {
        enqueue { viewModel in
            let isOther = { (pane: ComparisonPane) in others.contains { $0 === pane } }
            let active = viewModel.activePane
            guard let reference = isOther(active) ? viewModel.panes.first(where: { !isOther($0) }) : active else {
                return
            }
            let center = viewModel.view.center(of: reference.display.pane)
            var failed: [Photo] = []
            for pane in others {
                let (photo, referencePhoto) = (pane.photo, reference.photo)
                let offset = await viewModel.alignment.offset(of: referencePhoto, in: photo, around: center)
                guard pane.photo.id == photo.id, reference.photo.id == referencePhoto.id else { continue }
                guard let offset else {
                    failed.append(photo)
                    continue
                }
                viewModel.view.align(pane.display.pane, with: reference.display.pane, by: offset)
                pane.display.change { $0 = viewModel.view.viewport($0, of: pane.display.pane) }
            }
            viewModel.update()
            if !failed.isEmpty {
                viewModel.notices.explain(.notAlignable)
            } else if !isSilent {
                viewModel.notices.post(.info(localized("Photos aligned")), about: .view)
            }
        }
    }

    /// Zooms, pans or rotates.
    ///
    /// - Returns: whether the view of the active photo is different.
    @discardableResult
    func change(_ change: (inout Viewport) -> Void) -> Bool {
        guard let viewport = activePane.display.shown.viewport,
            view.change(activePane.display.pane, from: viewport, isLinked: state.isLinked, by: change)
        else { return false }
        for pane in state.isLinked ? panes : [activePane] {
            pane.display.change { $0 = view.viewport($0, of: pane.display.pane) }
        }
        if let viewport = activePane.display.shown.viewport { focusCheck.didChange(to: viewport) }
        return true
    }

    /// Shows the actual size where the camera has focused in the active photo, or fits the photos. Linked photos follow, so
    /// that all show the same part of the scene.
    func toggleActualSize() {
        let point = focusCheck.point(activePane.details)
        change({ $0.toggleActualSize(centeredOn: point) }, orExplain: .alreadyActualSize)
    }

    /// Zooms, pans or rotates; if the view stays the same, explains why.
    func change(_ change: (inout Viewport) -> Void, orExplain reason: NoEffect) {
        let shown = activePane.display.shown
        guard shown.viewport != nil else {
            return notices.explain(shown.failure == nil ? .photoNotLoaded : .photoFailed)
        }
        if !self.change(change) { notices.explain(reason) }
    }

    // MARK: Other photos

    /// Replaces the active photo by the next one of the list that isn't shown, or the previous one for a negative step.
    func replace(by step: Int) {
        let pane = activePane
        enqueue { viewModel in
            // A photo that the list no longer has was before the one that now has its index.
            let start = await viewModel.candidates.index(of: pane.photo.id) ?? (step > 0 ? pane.index - 1 : pane.index)
            if await !viewModel.replace(pane, from: start, by: step, where: viewModel.isNew) {
                viewModel.notices.explain(.noOtherPhoto)
            }
        }
    }

    /// Keeps the active photo, and replaces the others by the next ones of the list that aren't rejected. Without as many,
    /// fewer are compared.
    func keepActive() {
        let kept = activePane
        enqueue { viewModel in
            let others = viewModel.panes.filter { $0 !== kept }
            var missing: [ComparisonPane] = []
            for pane in others where await !viewModel.replaceByChallenger(pane) { missing.append(pane) }
            if missing.count == others.count { return viewModel.notices.explain(.nothingMoreToCompare) }
            for pane in missing { viewModel.remove(pane) }
            viewModel.makeActive(kept)
        }
    }

    /// Shows in a pane the first photo after all compared ones that isn't rejected.
    /// - Returns: false if the list has no such photo.
    private func replaceByChallenger(_ pane: ComparisonPane) async -> Bool {
        var last = -1
        for pane in panes { last = max(last, await candidates.index(of: pane.photo.id) ?? pane.index - 1) }
        return await replace(pane, from: last, by: 1, where: isChallenger)
    }

    /// Shows in a pane the nearest photo after an index, or before it for a negative step.
    /// - Returns: false if the list has no such photo.
    private func replace(
        _ pane: ComparisonPane, from index: Int, by step: Int, where isWanted: (Photo) -> Bool
    ) async -> Bool {
        guard let next = await candidates.next(from: index, by: step, where: isWanted) else { return false }
        if panes.contains(where: { $0 === pane }) { show(next, in: pane) }
        return true
    }

    private func isNew(_ photo: Photo) -> Bool { !panes.contains { $0.photo.id == photo.id } }

    private func isChallenger(_ photo: Photo) -> Bool { isNew(photo) && !isRejected(photo) }

    private func isRejected(_ photo: Photo) -> Bool { stores.assessments.assessment(of: photo).flag == .rejected }

    private func show(_ candidate: Candidates.Candidate, in pane: ComparisonPane) {
        view.reset(pane.display.pane)
        pane.show(candidate.photo, at: candidate.index)
        update()
        if keepsAligned { align([pane]) }
    }

    private func makeActive(_ pane: ComparisonPane) {
        if let index = panes.firstIndex(where: { $0 === pane }) { state.active = index }
    }

    /// Removes a pane; without any, leaves the screen.
    private func remove(_ pane: ComparisonPane) {
        guard panes.count > 1 else {
            navigator?.goBack()
            return
        }
        let active = activePane
        pane.suspend()
        panes.removeAll { $0 === pane }
        state.active = panes.firstIndex { $0 === active } ?? min(state.active, panes.count - 1)
        if panes.count == 1 { stopBlinking() }
        update()
    }

    /// Runs `work` after that of earlier keys, and counts the photos that are left.
    private func enqueue(_ work: @escaping @MainActor (ComparisonViewModel) async -> Void) {
        replacing = Task { [weak self, replacing] in
            await replacing?.value
            guard let self else { return }
            await work(self)
            await countFollowing()
        }
    }

    private func countFollowing() async {
        guard candidates.areChosen,
            let following = await candidates.count(after: panes.map(\.index).max() ?? 0, where: isChallenger)
        else { return }
        self.following = following
        update()
    }

    // MARK: Changes

    /// Called when photos have been marked, unmarked or assessed. One that the user has just rejected is replaced.
    func annotationsChanged() {
        let rejected = panes.filter { pane in
            isRejected(pane.photo)
                && state.photos.contains { $0.photo.id == pane.photo.id && $0.assessment.flag != .rejected }
        }
        update()
        for pane in rejected {
            let photo = pane.photo.id
            enqueue { viewModel in
                guard pane.photo.id == photo, viewModel.isRejected(pane.photo) else { return }
                // Without a challenger, the photo stays with the sign of its rejection. The next key is for another one.
                if await !viewModel.replaceByChallenger(pane), pane === viewModel.activePane { viewModel.selectNext() }
            }
        }
    }

    /// Called when the library or the favorites have changed. Photos that the library has lost are replaced.
    func reload() {
        update()
        // While a folder is read, events come faster than keys should wait for.
        guard !isRefreshQueued else { return }
        isRefreshQueued = true
        enqueue { viewModel in
            viewModel.isRefreshQueued = false
            for pane in viewModel.panes { await viewModel.refresh(pane) }
            viewModel.areFound = true
            viewModel.update()
        }
    }

    private func refresh(_ pane: ComparisonPane) async {
        if let index = await candidates.index(of: pane.photo.id) {
            guard let photo = await candidates.photo(at: index), photo.id == pane.photo.id else { return }
            return pane.update(photo, at: index)
        }
        switch await shown.library.fate(of: pane.photo.id) {
        case .kept: break
        case .moved(let id):
            guard let index = await candidates.index(of: id), let photo = await candidates.photo(at: index) else {
                return
            }
            pane.update(photo, at: index)
            update()
        case .leaving, .gone:
            let photo = pane.photo
            let isReplaced = await replaceByChallenger(pane)
            stores.files.reportGone(photo)
            if !isReplaced { remove(pane) }
        }
    }

    /// Shows a photo that the user's undo has changed, unless it is shown, or rejected again: in the pane where it was, else in
    /// place of the active one.
    ///
    /// - Parameter ids: the IDs that the photo may have in the list.
    func reveal(_ ids: [Photo.ID]) {
        enqueue { viewModel in
            if let index = viewModel.panes.firstIndex(where: { ids.contains($0.photo.id) }) {
                // After a redone rejection, the next key is for another photo.
                if !viewModel.isRejected(viewModel.panes[index].photo) { viewModel.choose(index) }
                return
            }
            let pane = viewModel.panes.last { !$0.replaced.isDisjoint(with: ids) } ?? viewModel.activePane
            for id in ids {
                guard let index = await viewModel.candidates.index(of: id),
                    let photo = await viewModel.candidates.photo(at: index), photo.id == id
                else { continue }
                guard !viewModel.isRejected(photo) else { return }
                viewModel.show(Candidates.Candidate(photo: photo, index: index), in: pane)
                return viewModel.makeActive(pane)
            }
        }
    }

    /// Retries after failures.
    func retry() {
        let failed = panes.filter { $0.display.shown.failure != nil }
        guard !failed.isEmpty else { return notices.explain(isBusy ? .stillLoading : .nothingToRetry) }
        for pane in failed { pane.display.show(pane.photo) }
    }

    // MARK: Commands on the active photo

    /// The position of the active photo in the list.
    var position: PhotoPosition {
        PhotoPosition(
            list: candidates.list, query: candidates.query, index: activePane.index, photo: activePane.photo)
    }

    var currentPhoto: Photo { activePane.photo }

    var hasOriginal: Bool { shown.library.mayHaveOriginal(of: currentPhoto) }

    func showDetails() {
        navigator?.show(.details(currentPhoto, at: position, in: shown))
    }

    /// Stops the photos' turns, or returns to the panes or to the list.
    /// - Parameter hasPanes: whether there are panes unless the user wants one photo at a time.
    func goBack(hasPanes: Bool) {
        if state.isBlinking {
            stopBlinking()
        } else if state.isSingle, hasPanes {
            state.chosenLayout = nil
        } else {
            navigator?.goBack(revealing: currentPhoto)
        }
    }

    func leave() {
        navigator?.goBack(revealing: currentPhoto)
    }

    // MARK: Appearing

    /// Called when the screen is on top, for the first time or again.
    func appear() {
        reload()
    }

    /// Called when the terminal shows other items than before.
    func didDeliver(_ items: Set<OpaqueID>) {
        delivered = items
        update()
    }

    /// Called when the terminal's device has taken a frame of the state.
    func didPresent() {
        if state.isBlinking, blinking == nil {
            blinking = Task { [weak self, clock] in
                try? await clock.sleep(for: Self.blinkTime)
                guard !Task.isCancelled, let self else { return }
                blinking = nil
                chooseNext(by: 1)
            }
        }
        guard state.areHintsShown, reading == nil else { return }
        reading = Task { [weak self, clock] in
            try? await clock.sleep(for: Notices.explanationTime)
            if !Task.isCancelled { self?.state.areHintsShown = false }
        }
    }

    /// Cancels outstanding loads and decodes; called when the screen is covered or gone.
    func suspend() {
        stopBlinking()
        reading?.cancel()
        reading = nil
        for pane in panes { pane.suspend() }
        // Last, because changes of the others prefetch again.
        prefetcher.stop()
        shown.pictures.cancelViews(Self.challengerPane)
        shown.pictures.cancelViews(Self.alignmentPane)
        pixels.stop()
        busyIndicator.update(isBusy: false)
    }

    private var isBusy: Bool { panes.contains { $0.display.isBusy } }

    private func update() {
        var new = state
        let compared = comparedSamples
        new.photos = panes.map { pane in
            ComparedPhoto(
                photo: pane.photo, shown: pane.display.shown, details: pane.details,
                isFavorite: stores.favorites.contains(pane.photo), isMarked: stores.marks.contains(pane.photo),
                isOnScreen: delivered.contains(pane.photo.item),
                assessment: stores.assessments.assessment(of: pane.photo),
                sharpness: pane.sample.flatMap(pixels.sharpness),
                difference: compared.flatMap {
                    pane === activePane ? pixels.difference(of: $0.active, from: $0.reference) : nil
                })
        }
        new.nextPicture = prefetcher.picture
        new.lackDetail = pixels.lackDetail(panes.compactMap(\.sample))
        new.advances = stores.assessments.advances
        new.following = following
        state = new
        measure()
        busyIndicator.update(isBusy: isBusy)
        if !isBusy { prepareChallenger() }
    }

    /// Loads the photo that is likely to be compared next.
    private func prepareChallenger() {
        guard areFound, let size, let last = panes.map(\.index).max(), panes.allSatisfy(\.hasBegun) else { return }
        prefetcher.prepare(
            index: last + 1, in: size, pane: Self.challengerPane, showsPeaking: state.showsPeaking
        ) { [weak self] picture in
            let viewport = Viewport(picture: picture, in: size)
            return self?.view.viewport(viewport, of: Self.challengerPane) ?? viewport
        }
    }

    private func busyIndicatorChanged() {
        state.isSlow = busyIndicator.isShown
        if busyIndicator.isShown { for pane in panes { pane.display.showPlaceholder() } }
    }
}
