import Albums
import CellArt

/// Everything a page or a panel of facts shows.
struct DetailsState: Sendable {
    var sheet: DetailSheet
    /// Whether loading more facts has taken long enough to show a busy indicator.
    var isSlow = false
    /// The picture beside the facts about a photo, once there is something to show.
    var picture: Tile?
    /// Whether the photo was removed from its list.
    var isRemoved = false
}

/// The state and commands of a page of facts, or of a panel beside a photo.
@MainActor
final class DetailsViewModel {
    /// A photo to show beside its facts, which both follow its changes.
    struct FollowedPhoto {
        /// Finds the photo again.
        let navigator: PhotoNavigator
        /// Draws the photo.
        let pictures: PicturePort
        /// Edits the texts among the facts; nil if the user can't.
        let edit: (() -> Void)?
        /// Returns the current facts about the photo; passes those that are known earlier.
        let facts: @MainActor (Photo, _ early: @MainActor (DetailSheet) -> Void) async -> DetailSheet
    }

    private(set) var state: DetailsState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    /// Loads the facts that aren't available at once, and passes those to `early` that are known before the others.
    typealias Completion = @MainActor (_ early: @MainActor (DetailSheet) -> Void) async -> DetailSheet

    /// The facts of a page.
    struct Content {
        /// The facts that are available at once.
        let sheet: DetailSheet
        /// Nil if these are all.
        var complete: Completion?
        /// Returns the facts that are available at once again, if they depend on the terminal.
        var refresh: (() -> DetailSheet)?
    }

    private var complete: Completion?
    /// The sheet to show if the remaining facts take long to load.
    private var pending: DetailSheet?
    /// Returns the facts that are available at once, if they depend on the terminal.
    private let refresh: (() -> DetailSheet)?
    /// The photo to select below when the user leaves; nil for the selected one.
    private let revealed: Photo?
    private weak var navigator: (any Navigator)?
    private let busyIndicator: BusyIndicator
    private var completing: Task<Void, Never>?
    /// The photo that the facts are about, if they may stand beside its picture.
    private let photo: FollowedPhoto?
    private let thumbnailLoader: ThumbnailLoader?
    /// The size of the picture; nil while there is none.
    private var pictureRequest: TileRequest?

    init(
        _ content: Content, photo: FollowedPhoto? = nil, clock: any Clock<Duration>,
        revealing revealed: Photo? = nil, navigator: (any Navigator)? = nil
    ) {
        state = DetailsState(sheet: content.sheet)
        complete = content.complete
        refresh = content.refresh
        self.revealed = revealed
        self.navigator = navigator
        self.photo = photo
        thumbnailLoader = photo.map { ThumbnailLoader(pictures: $0.pictures, clock: clock) }
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in
            guard let self else { return }
            state.isSlow = busyIndicator.isShown
            if busyIndicator.isShown { showPending() }
        }
        thumbnailLoader?.onChange = { [weak self] in self?.pictureChanged() }
        photo?.navigator.onChange = { [weak self] in self?.positionChanged() }
        photo?.navigator.onUpdate = { [weak self] in self?.show($0) }
    }

    /// Whether a picture can stand beside the facts.
    var hasPicture: Bool { photo != nil }

    /// Loads the picture in a size; a nil `request` cancels that.
    func showPicture(_ request: TileRequest?) {
        pictureRequest = request
        guard let request, let photo = photo?.navigator.position.photo else {
            thumbnailLoader?.stop()
            return
        }
        thumbnailLoader?.show(visible: [photo], nearby: [photo], as: request)
        pictureChanged()
    }

    private func pictureChanged() {
        state.picture = photo?.navigator.position.photo.flatMap { thumbnailLoader?.tiles[$0.id] }
    }

    /// Edits the texts of the photo; nil if there are none to edit.
    var edit: (() -> Void)? { photo?.edit }

    /// Called when the page appears, perhaps after a change of the library.
    func appear() {
        load()
        photo?.navigator.refresh()
    }

    /// Called when the library has changed, perhaps facts that its lists don't have.
    func reload() {
        photo?.navigator.refresh(reportsUnchanged: edit != nil)
    }

    private func positionChanged() {
        let isRemoved = photo?.navigator.position.isRemoved == true
        if state.isRemoved != isRemoved { state.isRemoved = isRemoved }
    }

    private func show(_ changed: Photo) {
        guard let facts = photo?.facts else { return }
        show(DetailSheet(changed, nil)) { await facts(changed, $0) }
        showPicture(pictureRequest)
    }

    /// Loads the remaining facts.
    func load() {
        guard let complete, completing == nil else { return }
        completing = Task { [weak self] in
            let sheet = await complete { self?.show(loaded: $0) }
            self?.show(loaded: sheet)
        }
        busyIndicator.update(isBusy: true)
    }

    /// Called by the task that loads facts.
    private func show(loaded sheet: DetailSheet) {
        guard !Task.isCancelled else { return }
        busyIndicator.update(isBusy: false)
        pending = sheet
        showPending()
    }

    /// Shows another sheet. The previous one stays until all facts have loaded, or until loading takes long.
    func show(_ sheet: DetailSheet, complete: @escaping Completion) {
        stopLoading()
        self.complete = complete
        pending = sheet
        load()
    }

    /// Replaces the facts of the sheet.
    func update(_ sheet: DetailSheet) {
        if sheet != state.sheet { state.sheet = sheet }
    }

    private func showPending() {
        guard let pending else { return }
        self.pending = nil
        update(pending)
    }

    /// Called when the terminal has changed.
    func terminalChanged() {
        if let refresh, let complete { show(refresh(), complete: complete) }
    }

    func goBack() {
        if let revealed { navigator?.goBack(revealing: revealed) } else { navigator?.goBack() }
    }

    private func stopLoading() {
        completing?.cancel()
        completing = nil
        busyIndicator.update(isBusy: false)
    }

    /// Cancels outstanding loads; called when the screen is covered or left.
    func suspend() {
        stopLoading()
        thumbnailLoader?.stop()
        photo?.navigator.stop()
    }
}
