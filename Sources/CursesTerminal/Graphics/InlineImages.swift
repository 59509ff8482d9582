import CellArt
import Dispatch
import TerminalUI

/// Draws the pixels of the pictures on the screen over their cells, for terminals that can't show images in cells.
///
/// Writing a cell replaces its pixels. A region owns its cells from the first byte sent for it until something else is
/// written there. Cells that are uncovered show the picture's characters until their pixels are sent again. Older
/// pixels of the same view stay until the new picture's are drawn over them.
@MainActor
final class InlineImages: PixelDriver {
    private struct Transmission {
        var region: ImageRegion
        /// The pieces to send; nil while they are being prepared.
        var pieces: ArraySlice<[UInt8]>?
        /// The divisor of the width and the height with which they were encoded.
        var reduction = 1
        var hasBegun = false
        /// Whether the picture is a frame of an animation.
        var isFrame: Bool { region.placement.picture.role == .frame }
    }

    var onReady: () -> Void = {}
    /// The terminal's own background; nil if unknown.
    var ground: RGB?
    private var encoding: InlineEncoding
    /// Whether the terminal removes a picture as a whole once something is written over it, as tmux does.
    private let losesCovered: Bool

    private var regions: [ImageRegion] = []
    private var transmission: Transmission?
    private var wanted: [ImageRegion] = []
    private var overwritten: [ImageRegion] = []
    private var budget = PixelBudget()
    /// Returns the uptime in nanoseconds.
    var now: () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    /// Prepares the pieces of a picture. Only one runs at a time, even if its picture has left the screen.
    private var preparation: Task<Void, Never>?
    private var size = Size(columns: 0, rows: 0)
    /// The pictures on the screen.
    private var pictures: [PixelPicture] = []
    private var nextID: UInt32 = 1

    /// The maximum number of parts in which a picture is drawn. Beyond it, the whole picture is drawn again.
    private static let maxRegions = 4

    init(_ encoding: InlineEncoding, losesCovered: Bool = false) {
        self.encoding = encoding
        self.losesCovered = losesCovered
    }

    /// Nil unless pixels are encoded by Sixel.
    var sixelLimits: SixelLimits? {
        get { encoding.sixelLimits }
        set { if let newValue, encoding.sixelLimits != nil { encoding = .sixel(newValue) } }
    }

    /// Erases the screen, for when the program leaves it: not all terminals keep pixels apart from the other screen.
    static let removal = Array("\u{1B}[2J".utf8)

    var shown: ShownImages { .regions(regions) }

    var showsFrames: Bool { regions.contains { $0.placement.picture.role == .frame } }

    var usesConnection: Bool { true }

    var startsAt: UInt64? {
        guard let current = transmission, current.isFrame, !current.hasBegun, current.pieces != nil else { return nil }
        return budget.frameStart(after: now())
    }

    func isPreparing(anyOf pictures: [PixelPicture]) -> Bool {
        pictures.contains { $0 == transmission?.region.placement.picture }
    }

    var hasCoarsePictures: Bool {
        pictures.contains { $0.role == .still && !budget.allows($0) }
            || regions.contains { $0.placement.picture.role == .still && $0.reduction > 1 }
    }

    func retryCoarse(rate: Double?) {
        budget.rate = rate
        budget.extend(for: pictures)
    }

    func didReceiveInput() {
        if let current = transmission, current.isFrame, current.hasBegun { budget.pauseFrame(at: now()) }
    }

    var isBusy: Bool { transmission != nil || !wanted.isEmpty }

    func show(_ surface: Surface) {
        // ncurses clears the screen when its size changes.
        if surface.size != size { _ = removeAll() }
        size = surface.size
        let visible = surface.visiblePlacements
        pictures = visible.map(\.placement.picture)
        budget.show(pictures, sharedBy: pictures.count, at: now())
        let current = visible.compactMap { ImageRegion($0.placement, cells: $0.cells, of: surface, ground: ground) }
        regions = regions.compactMap { region in
            let other = current.first { $0.placement == region.placement } ?? current.first { $0.canReplace(region) }
            guard let other else { return nil }
            let left = region.remaining(in: other)
            // The remaining pieces would overwrite the cells that now cover the picture.
            return (losesCovered || region.id == transmission?.region.id) && left != region ? nil : left
        }
        wanted = current.compactMap { picture in
            let owned = regions.filter { $0.placement == picture.placement }
            guard let missing = picture.subtracting(owned) else {
                let reduction = reduction(of: picture) ?? 1
                return budget.allowsHigherResolution(of: picture.placement.picture, than: reduction) ? picture : nil
            }
            if owned.count < Self.maxRegions, isWorthwhile(missing) { return missing }
            regions.removeAll { $0.placement == picture.placement }
            return isWorthwhile(picture) ? picture : nil
        }
        wanted.removeAll { !budget.allows($0.placement.picture) }
        // Removes pixels of older versions that won't be replaced.
        regions.removeAll { region in
            !current.contains { $0.placement == region.placement } && !wanted.contains { $0.canReplace(region) }
        }
        guard let transmission else { return }
        let isCurrent =
            transmission.hasBegun
            ? regions.contains(transmission.region) : wanted.contains { $0.canFollow(transmission.region) }
        guard !isCurrent else { return }
        self.transmission = nil
        preparation?.cancel()
    }

    private func isWorthwhile(_ region: ImageRegion) -> Bool {
        losesCovered ? region.coveredShare == 0 : encoding.isWorthwhile(region)
    }

    func next(limit: Int, rate: Double?) -> [UInt8] {
        budget.rate = rate
        if var current = transmission, let rest = current.pieces,
            budget.isExceeded(by: rest, of: current.region.placement.picture)
        {
            transmission = nil
            if current.hasBegun {
                regions.removeAll { $0.id == current.region.id }
                (current.region.id, current.region.reduction) = (0, 1)
                wanted.insert(current.region, at: 0)
            }
        }
        prepare(rate: rate)
        guard startsAt == nil, var current = transmission, var pieces = current.pieces else { return [] }
        if current.isFrame { budget.willSendFrame(pieces, isBeginning: !current.hasBegun, at: now()) }
        if !current.hasBegun {
            wanted.removeAll { $0 == current.region }
            regions = regions.compactMap { older in
                guard current.region.canReplace(older) else { return older }
                return older.placement == current.region.placement ? older.subtracting([current.region]) : nil
            }
            current.hasBegun = true
            current.region.reduction = current.reduction
            current.region.id = nextID
            nextID = nextID == PlaceholderCell.maxRegion ? 1 : nextID + 1
            regions.append(current.region)
            overwritten.append(current.region)
        }
        let bytes = pieces.removeFirst(upTo: limit)
        current.pieces = pieces
        transmission = current
        return bytes
    }

    func takeOverwritten() -> [ImageRegion] {
        defer { overwritten = [] }
        return overwritten
    }

    func didWrite() -> Bool {
        guard let current = transmission, current.hasBegun, current.pieces?.isEmpty ?? false else { return false }
        transmission = nil
        if current.isFrame { budget.didSendFrame(at: now()) }
        // The pixels have overwritten the cells that cover the picture.
        overwritten.append(current.region)
        return true
    }

    /// These terminals have no images, only pixels.
    func receiveReport(of id: UInt32, isAccepted: Bool) -> Bool { false }

    /// No pixels are sent through tmux, which could lose some: it draws Sixel itself.
    func restart() {}

    func removeAll() -> [UInt8] {
        (regions, transmission, wanted, overwritten) = ([], nil, [], [])
        budget = PixelBudget()
        preparation?.cancel()
        return []
    }

    func prepare(rate: Double?) {
        budget.rate = rate
        guard transmission == nil, preparation == nil,
            let region = wanted.first(where: { $0.placement.picture.role != .frame }) ?? wanted.first
        else { return }
        transmission = Transmission(region: region)
        let resolutions = budget.resolutions(for: region.placement.picture, sentWith: reduction(of: region))
        let start = now()
        // Detached, because the main actor may be drawing a frame.
        preparation = Task.detached { [weak self, encoding] in
            let encoded = encoding.encode(region, rate: rate, in: resolutions)
            await self?.didPrepare(encoded, of: region, since: start)
        }
    }

    /// Returns the divisor of the width and the height with which all of a region was sent; nil if some of it wasn't.
    private func reduction(of region: ImageRegion) -> Int? {
        let owned = regions.filter { $0.placement == region.placement }
        return region.subtracting(owned) == nil ? owned.map(\.reduction).max() : nil
    }

    private func didPrepare(_ encoded: EncodedPixels?, of region: ImageRegion, since start: UInt64) {
        preparation = nil
        defer { onReady() }
        guard let current = transmission, current.region == region else { return }
        let picture = region.placement.picture
        budget.didEncode(picture, as: encoded, isSent: reduction(of: region) != nil, taking: now() - start)
        if let best = encoded?.best {
            transmission?.pieces = best.pieces[...]
            transmission?.reduction = best.reduction
        } else {
            transmission = nil
            wanted.removeAll { $0 == region }
            // Pixels of another version would stay.
            regions.removeAll { $0.placement != region.placement && region.canReplace($0) }
        }
    }
}
