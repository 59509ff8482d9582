import Albums
import CellArt
import Localization

/// The additional state of a viewer that compares photos.
struct ComparisonState: Sendable {
    /// Whether zoom, position and rotation of all photos change together.
    var isLinked = true
    /// The layout that the user has chosen; nil if the size of the terminal decides.
    var chosenLayout: Layout?
    /// Whether the photos take turns by themselves.
    var isBlinking = false
    /// Whether the active photo is tinted where it differs from the reference.
    var showsDifferences = false
    /// The index of the photo with which the active one is compared; nil without another one.
    var reference: Int?
    /// Whether the photos have too little detail here for their sharpness to be reliable.
    var lackDetail = false
    /// The number of photos that follow in a burst or among the marked photos; nil in other lists.
    var following: Int?

    enum Layout: Sendable {
        case sideBySide, single
    }
}

/// Compares the photos in two to four panes of the viewer: links their views, measures their pixels, and replaces photos
/// by others of their list.
@MainActor
final class Comparison {
    /// Called when the state has changed.
    var onChange: () -> Void = {}
    /// Called when the list has lost the last photo, without another one in its place.
    var onGone: () -> Void = {}

    /// The number of photos that can be compared at a time.
    static let maxPhotos = 4
    /// How long a photo stays while the photos take turns.
    private static let blinkTime = Duration.milliseconds(700)
    /// The pane for which parts of photos are decoded to align them.
    private static let alignmentPane = Pane(maxPhotos + 1)

    private var current = ComparisonState() {
        didSet { onChange() }
    }
    private let panes: ViewerPanes
    private let candidates: Candidates
    private let shown: ShownLibrary
    private let stores: PhotoStores
    private var notices: Notices { stores.notices }
    private let clock: any Clock<Duration>
    private weak var navigator: (any Navigator)?
    private let pixels = PixelComparison()
    private var view = LinkedView()
    /// Whether photos that take a pane are aligned with the active one.
    private var keepsAligned = false
    private let alignment: PhotoAlignment
    /// The photos that have been in a pane before.
    private var replaced: [Pane: Set<Photo.ID>] = [:]
    /// Looks for other photos, one after the other.
    private var replacing: Task<Void, Never>?
    /// Whether the compared photos have been looked up in the list, so that the next photo is known.
    private var areFound = false
    /// Whether looking for changes of the photos waits in `replacing`.
    private var isRefreshQueued = false
    /// The timer until the next photo's turn.
    private var blinking: Task<Void, Never>?
    /// Whether the screen is covered or gone. Work of earlier keys then must not act on the top screen.
    private var isSuspended = false

    /// - Parameter position: the position in the list from which other photos are taken.
    init(
        _ panes: ViewerPanes, from position: PhotoPosition, shown: ShownLibrary, stores: PhotoStores,
        clock: any Clock<Duration>, navigator: any Navigator
    ) {
        self.panes = panes
        self.shown = shown
        self.stores = stores
        self.clock = clock
        self.navigator = navigator
        candidates = Candidates(position, in: shown.library)
        alignment = PhotoAlignment(pictures: shown.pictures, pane: Self.alignmentPane)
        for pane in panes.all {
            pane.display.samples = .middle
            pane.display.adjust = { [weak self, pane = pane.display.pane] in self?.view.viewport($0, of: pane) ?? $0 }
        }
        pixels.onChange = { [weak self] in self?.onChange() }
    }

    var state: ComparisonState {
        var state = current
        state.reference = panes.reference
        state.lackDetail = pixels.lackDetail(panes.all.compactMap(\.sample))
        return state
    }

    // MARK: Choosing

    /// Chooses the photo after the active one, or before it for a negative step; from the last one the first.
    func chooseNext(by step: Int) {
        guard hasOthers() else { return }
        panes.choose((panes.activeIndex + step + panes.all.count) % panes.all.count)
    }

    /// Returns whether there are several photos; otherwise explains that there is only one.
    private func hasOthers() -> Bool {
        if panes.all.count < 2 { notices.explain(.onlyPhoto) }
        return panes.all.count > 1
    }

    /// Chooses the next photo that isn't rejected, if there is one.
    func selectNext() {
        let others = (1..<panes.all.count).map { (panes.activeIndex + $0) % panes.all.count }
        if let next = others.first(where: { !isRejected(panes.all[$0].photo) }) { panes.choose(next) }
    }

    /// Shows one photo at a time; if only one is visible already, the next one.
    func blink(isSingle: Bool) {
        if isSingle { chooseNext(by: 1) } else { current.chosenLayout = .single }
    }

    /// Lets the photos take turns by themselves, or stops that.
    func toggleBlinking() {
        guard hasOthers() else { return }
        if current.isBlinking { return stopBlinking() }
        current.isBlinking = true
        current.chosenLayout = .single
    }

    /// Shows the photos side by side, or one at a time.
    func toggleLayout(isSingle: Bool) {
        stopBlinking()
        current.chosenLayout = isSingle ? .sideBySide : .single
    }

    /// Stops the photos' turns, or returns to the panes.
    ///
    /// - Parameter hidesPanes: whether one photo is visible although the terminal has room for all.
    /// - Returns: false if there was neither, so that the screen closes.
    func goBack(hidesPanes: Bool) -> Bool {
        if current.isBlinking {
            stopBlinking()
        } else if hidesPanes {
            current.chosenLayout = nil
        } else {
            return false
        }
        return true
    }

    private func stopBlinking() {
        blinking?.cancel()
        blinking = nil
        if current.isBlinking { current.isBlinking = false }
    }

    // MARK: Pixels

    /// Tints the active photo where it differs from the reference, or stops that.
    func toggleDifferences() {
        guard hasOthers() else { return }
        current.showsDifferences.toggle()
        for pane in panes.all { pane.display.samples = current.showsDifferences ? [.middle, .view] : .middle }
    }

    /// The pixels of the two compared photos while differences are shown; nil until both photos are on the screen.
    private var comparedSamples: (active: ViewSample, reference: ViewSample)? {
        guard current.showsDifferences, let reference = panes.reference, let one = panes.active.sample,
            let other = panes.all[reference].sample, one.view != nil, other.view != nil
        else { return nil }
        return (one, other)
    }

    func sharpness(of pane: ViewerPane) -> ComparedSharpness? { pane.sample.flatMap(pixels.sharpness) }

    func difference(of pane: ViewerPane) -> PixelComparison.Difference? {
        guard pane === panes.active, let compared = comparedSamples else { return nil }
        return pixels.difference(of: compared.active, from: compared.reference)
    }

    /// Measures the photos on the screen, once all of them are.
    func measure() {
        guard !panes.areBusy else { return }
        pixels.measure(panes.all.compactMap(\.sample))
        if let compared = comparedSamples { pixels.compare(compared.active, with: compared.reference) }
    }

    // MARK: The view

    /// Links the views of the photos, or lets the active one move alone.
    func toggleLink() {
        current.isLinked.toggle()
    }

    /// Shows another view of the active photo and, if linked, of the others.
    func show(_ viewport: Viewport, insteadOf before: Viewport) {
        let isLinked = current.isLinked
        view.show(viewport, in: panes.active.display.pane, insteadOf: before, isLinked: isLinked)
        for pane in isLinked ? panes.all : [panes.active] { adjust(pane.display) }
    }

    private func adjust(_ display: PhotoDisplay) {
        display.change { $0 = view.viewport($0, of: display.pane) }
    }

    /// Moves the other photos to the part of the scene in the active one, and later the photos that replace them.
    func alignPhotos() {
        guard hasOthers() else { return }
        keepsAligned = true
        align(panes.all.filter { $0 !== panes.active }, isSilent: false)
    }

    private func align(_ others: [ViewerPane], isSilent: Bool = true) {
        enqueue { comparison in
            let panes = comparison.panes
            let isOther = { (pane: ViewerPane) in others.contains { $0 === pane } }
            guard let reference = isOther(panes.active) ? panes.all.first(where: { !isOther($0) }) : panes.active,
                let referencePhoto = reference.photo
            else { return }
            let center = comparison.view.center(of: reference.display.pane)
            var hasFailed = false
            for pane in others {
                guard let photo = pane.photo else { continue }
                let offset = await comparison.alignment.offset(of: referencePhoto, in: photo, around: center)
                guard !comparison.isSuspended else { return }
                guard pane.photo?.id == photo.id, reference.photo?.id == referencePhoto.id else { continue }
                guard let offset else {
                    hasFailed = true
                    continue
                }
                comparison.view.align(pane.display.pane, with: reference.display.pane, by: offset)
                comparison.adjust(pane.display)
            }
            if hasFailed {
                comparison.notices.explain(.notAlignable)
            } else if !isSilent {
                comparison.notices.post(.info(localized("Photos aligned")), about: .view)
            }
        }
    }

    // MARK: Other photos

    /// Replaces the active photo by the next one of the list that isn't shown, or the previous one for a negative step.
    func replace(by step: Int) {
        let pane = panes.active
        enqueue { comparison in
            // A photo that the list no longer has was before the one that now has its index.
            let start = await comparison.index(of: pane) ?? (step > 0 ? pane.index - 1 : pane.index)
            let isReplaced = await comparison.replace(pane, from: start, by: step, where: comparison.isNew)
            if !isReplaced, !comparison.isSuspended {
                comparison.notices.explain(.noOtherPhoto)
            }
        }
    }

    /// Keeps the active photo, and replaces the others by the next ones of the list that aren't rejected. Without as many,
    /// fewer are compared; without any, picks the kept photo.
    func keepActive() {
        let kept = panes.active
        enqueue { comparison in
            let others = comparison.panes.all.filter { $0 !== kept }
            var missing: [ViewerPane] = []
            for pane in others where await !comparison.replaceByChallenger(pane) { missing.append(pane) }
            if missing.count == others.count { return comparison.pick(kept) }
            for pane in missing { comparison.remove(pane) }
            comparison.panes.choose(kept)
        }
    }

    /// Flags the photo that was kept to the end as a pick.
    private func pick(_ pane: ViewerPane) {
        guard !isSuspended else { return }
        guard stores.edits.canAssess, let photo = pane.photo,
            stores.edits.assessment(of: photo).flag != .picked
        else { return notices.explain(.nothingMoreToCompare) }
        panes.choose(pane)
        navigator?.run(.pickFlag)
    }

    /// Returns the index of a pane's photo; nil if the list lacks it.
    private func index(of pane: ViewerPane) async -> Int? {
        guard let photo = pane.photo else { return nil }
        return await candidates.index(of: photo.id)
    }

    /// Shows in a pane the first photo after all compared ones that isn't rejected.
    /// - Returns: false if the list has no such photo.
    private func replaceByChallenger(_ pane: ViewerPane) async -> Bool {
        var last = -1
        for pane in panes.all { last = max(last, await index(of: pane) ?? pane.index - 1) }
        return await replace(pane, from: last, by: 1, where: isChallenger)
    }

    /// Shows in a pane the nearest photo after an index, or before it for a negative step.
    /// - Returns: false if the list has no such photo.
    private func replace(
        _ pane: ViewerPane, from index: Int, by step: Int, where isWanted: (Photo) -> Bool
    ) async -> Bool {
        guard let next = await candidates.next(from: index, by: step, where: isWanted) else { return false }
        if panes.all.contains(where: { $0 === pane }) { show(next, in: pane) }
        return true
    }

    private func isNew(_ photo: Photo) -> Bool { !panes.all.contains { $0.photo?.id == photo.id } }

    private func isChallenger(_ photo: Photo) -> Bool { isNew(photo) && !isRejected(photo) }

    private func isRejected(_ photo: Photo?) -> Bool {
        photo.map { stores.edits.assessment(of: $0).flag == .rejected } == true
    }

    private func show(_ candidate: Candidates.Candidate, in pane: ViewerPane) {
        if let former = pane.photo { replaced[pane.display.pane, default: []].insert(former.id) }
        view.reset(pane.display.pane)
        pane.clear(for: candidate.photo)
        update(pane, to: candidate)
        if keepsAligned { align([pane]) }
    }

    /// Removes a pane, unless it is the last.
    private func remove(_ pane: ViewerPane) {
        guard panes.all.count > 1 else { return onGone() }
        panes.remove(pane)
        if panes.all.count == 1 { stopBlinking() }
    }

    /// Runs `work` after that of earlier keys, and counts the photos that are left.
    private func enqueue(_ work: @escaping @MainActor (Comparison) async -> Void) {
        replacing = Task { [weak self, replacing] in
            await replacing?.value
            guard let self else { return }
            await work(self)
            await countFollowing()
        }
    }

    private func countFollowing() async {
        guard candidates.areChosen,
            let following = await candidates.count(after: panes.all.map(\.index).max() ?? 0, where: isChallenger)
        else { return }
        current.following = following
    }

    /// The index of the photo that is likely to be compared next; nil until known.
    var nextIndex: Int? { areFound ? panes.all.map { $0.index + 1 }.max() : nil }

    /// Returns the viewport in which that photo would be shown.
    func challengerViewport(of viewport: Viewport) -> Viewport {
        view.viewport(viewport, of: PhotoPrefetcher.pane)
    }

    // MARK: Changes

    /// Replaces photos that the user has just rejected.
    ///
    /// - Parameter former: the photos before the change.
    func replaceRejected(since former: [ViewerPane.State]) {
        let rejected = panes.all.filter { pane in
            isRejected(pane.photo)
                && former.contains { $0.photo?.id == pane.photo?.id && $0.assessment.flag != .rejected }
        }
        for pane in rejected {
            let photo = pane.photo?.id
            enqueue { comparison in
                guard pane.photo?.id == photo, comparison.isRejected(pane.photo) else { return }
                // Without a challenger, the photo stays with the sign of its rejection. The next key is for another one.
                if await !comparison.replaceByChallenger(pane), pane === comparison.panes.active {
                    comparison.selectNext()
                }
            }
        }
    }

    /// Called when the library has changed. Photos that it has lost are replaced.
    func refresh() {
        // While a folder is read, events come faster than keys should wait for.
        guard !isRefreshQueued else { return }
        isRefreshQueued = true
        enqueue { comparison in
            comparison.isRefreshQueued = false
            for pane in comparison.panes.all { await comparison.refresh(pane) }
            comparison.areFound = true
            comparison.onChange()
        }
    }

    private func refresh(_ pane: ViewerPane) async {
        guard let photo = pane.photo else { return }
        if let candidate = await candidates.candidate(photo.id) { return update(pane, to: candidate) }
        switch await shown.library.fate(of: photo.id) {
        case .kept: break
        case .moved(let id): if let candidate = await candidates.candidate(id) { update(pane, to: candidate) }
        case .leaving, .gone:
            let isReplaced = await replaceByChallenger(pane)
            stores.files.reportGone(photo)
            if !isReplaced { remove(pane) }
        }
    }

    private func update(_ pane: ViewerPane, to candidate: Candidates.Candidate) {
        pane.index = candidate.index
        pane.show(candidate.photo)
    }

    /// Shows a photo that the user's undo has changed, unless it is shown, or rejected again: in the pane where it was, else in
    /// place of the active one.
    ///
    /// - Parameter ids: the IDs that the photo may have in the list.
    func reveal(_ ids: [Photo.ID]) {
        enqueue { comparison in
            let panes = comparison.panes
            if let pane = panes.all.first(where: { $0.photo.map { ids.contains($0.id) } == true }) {
                // After a redone rejection, the next key is for another photo.
                if !comparison.isRejected(pane.photo) { panes.choose(pane) }
                return
            }
            let pane =
                panes.all.last { comparison.replaced[$0.display.pane]?.isDisjoint(with: ids) == false } ?? panes.active
            for id in ids {
                guard let candidate = await comparison.candidates.candidate(id) else { continue }
                guard !comparison.isRejected(candidate.photo) else { return }
                comparison.show(candidate, in: pane)
                return panes.choose(pane)
            }
        }
    }

    // MARK: Appearing

    /// Called when the terminal's device has taken a frame of the state.
    func didPresent() {
        guard current.isBlinking, blinking == nil else { return }
        blinking = Task { [weak self, clock] in
            try? await clock.sleep(for: Self.blinkTime)
            guard !Task.isCancelled, let self else { return }
            blinking = nil
            chooseNext(by: 1)
        }
    }

    /// Called when the screen is on top.
    func resume() {
        isSuspended = false
    }

    /// Cancels outstanding work; called when the screen is covered or gone.
    func suspend() {
        isSuspended = true
        stopBlinking()
        shown.pictures.cancelViews(Self.alignmentPane)
        pixels.stop()
    }
}
