import CellArt
import Dispatch
import TerminalUI

/// The images that the terminal holds, and the one being transmitted.
///
/// Pictures are shown by their cells, or by older pixels of the same view, until the terminal has theirs. Those on the
/// screen are transmitted one after another; leaving the screen ends a transmission, except for a frame of an animation
/// that still plays.
@MainActor
final class KittyImages: PixelDriver {
    private struct Image {
        let identity: PixelIdentity
        let id: UInt32
        /// The memory that the terminal needs for it.
        let bytes: Int
        /// The divisor of the width and the height with which it was sent.
        let reduction: Int
        let view: PixelView
        let role: PixelPicture.Role
        /// The key under which losses are counted: one for all frames of an animation, or one for each picture.
        let lossKey: LossKey
        /// When it was complete, in frames.
        var firstFrame: Int
        /// When it was last on the screen, in frames.
        var lastFrame: Int

        init(_ id: UInt32, of picture: PixelPicture, bytes: Int = 0, reduction: Int = 1, frame: Int) {
            identity = picture.identity
            self.id = id
            self.bytes = bytes
            self.reduction = reduction
            view = picture.view
            role = picture.role
            lossKey = picture.lossKey
            firstFrame = frame
            lastFrame = frame
        }
    }

    /// A transmission in progress.
    private struct Transmission {
        let picture: PixelPicture
        let image: Image
        /// The commands to send; nil while they are being prepared.
        var commands: ArraySlice<[UInt8]>?
        var hasBegun = false
        /// Shared memory with the pixels until the commands are sent; nil if they are inline.
        var shared: SharedPixels?
        /// Whether the commands have the pixels of an animation's frame.
        var isFrame: Bool { image.role == .frame && !isShared }
        var isShared = false
    }

    /// Whether the terminal reads pixels in shared memory.
    private enum Sharing {
        case unknown
        /// It is asked about an image.
        case asked(UInt32, SharedPixels)
        case possible, impossible
    }

    var onReady: () -> Void = {}

    private var images: [PixelIdentity: Image] = [:]
    private var transmission: Transmission?
    /// The pictures to send: the terminal lacks them, or has them in a lower resolution than the budget allows.
    private var wanted: [PixelPicture] = []
    /// Superseded images to delete.
    private var replaced: [Image] = []
    private var budget = PixelBudget()
    private var centers = CenterPixels()
    /// Returns the uptime in nanoseconds.
    var now: () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    /// Prepares the commands of an image. Only one runs at a time, even if its picture has left the screen.
    private(set) var preparation: Task<Void, Never>?
    /// A command to send before the rest of an image.
    private struct Command {
        let bytes: [UInt8]
        /// The picture to place again; nil for another command.
        var placed: PixelIdentity?
    }

    private var urgent: [Command] = []
    /// How often the terminal has refused or dropped the image of a picture, or those of an animation.
    private var losses: [LossKey: Int] = [:]
    private var frame = 0
    /// The pictures on the screen, and those that appear when a transition ends.
    private var pictures: [PixelPicture] = []
    private var unusedIDs: ImageIDs

    /// The memory of the terminal that all images may take, in bytes. kitty's quota is 320 MB.
    private static let maxBytes = 200 << 20
    /// After this many losses, a picture stays characters.
    private static let maxLosses = 2
    /// In nanoseconds, how long the first picture waits for the answer whether the terminal reads shared memory.
    private static let maxWaitForSharing: UInt64 = 100_000_000

    private let graphics: KittyGraphics
    private var sharing: Sharing
    /// Until when pictures wait for the answer about shared memory; nil before the question has been sent.
    private var sharingDeadline: UInt64?
    /// The shared memory of the images that have been sent by name, by image. The terminal removes it after reading.
    private var shared: [UInt32: SharedPixels] = [:]

    /// - Parameters:
    ///   - isLocal: whether the terminal may be on this computer, and is asked whether it shares memory.
    ///   - usesPalette: whether the IDs are colors of a palette, for terminals without true color.
    init(_ graphics: KittyGraphics = KittyGraphics(), isLocal: Bool = false, usesPalette: Bool = false) {
        self.graphics = graphics
        sharing = isLocal ? .unknown : .impossible
        unusedIDs = ImageIDs(usesPalette: usesPalette)
    }

    /// The IDs of the images that the terminal holds.
    var ids: [PixelIdentity: UInt32] { images.mapValues(\.id) }

    var shown: ShownImages {
        let shown = pictures.compactMap { picture in
            image(for: picture).map { (picture.identity, $0.id) }
        }
        return .placeholders(Dictionary(shown) { first, _ in first })
    }

    var showsFrames: Bool { pictures.contains { $0.role == .frame && image(for: $0)?.role == .frame } }

    /// Returns the image of a picture; until that arrives, the newest one of the same view.
    private func image(for picture: PixelPicture) -> Image? {
        if let image = images[picture.identity] { return image }
        guard mayBeSent(picture) else { return nil }
        return images.values.filter { $0.view == picture.view }.max { $0.firstFrame < $1.firstFrame }
    }

    private func mayBeSent(_ picture: PixelPicture) -> Bool {
        guard losses[picture.lossKey, default: 0] < Self.maxLosses else { return false }
        return budget.allows(picture) || sharesMemory && picture.role != .still
    }

    /// Placeholders are cells that ncurses draws.
    func takeOverwritten() -> [ImageRegion] { [] }

    func arranged(_ surface: Surface, rate: Double?) -> Surface {
        guard usesConnection else {
            centers = CenterPixels()
            return surface
        }
        var surface = surface
        centers.place(on: &surface, rate: rate)
        return surface
    }

    func show(_ surface: Surface) {
        frame += 1
        askForSharing()
        let placed = surface.placements.map(\.picture)
        let upcoming = surface.upcoming.filter { $0.role == .still && !placed.contains($0) }
        pictures = (upcoming + placed).filter(\.hasPlaceholders)
        let middles = pictures.filter { centers.identities.contains($0.identity) }
        pictures = middles + pictures.filter { !centers.identities.contains($0.identity) }
        // An animation uses the connection all the time.
        let ahead =
            pictures.contains { $0.role == .frame }
            ? [] : surface.ahead.filter { $0.role == .still && $0.hasPlaceholders && !pictures.contains($0) }
        // During a transition, only the pictures that stay share the budget.
        budget.show(
            pictures, ahead: ahead, sharedBy: surface.upcoming.isEmpty ? pictures.count : surface.upcoming.count,
            centers: centers.identities, at: now())
        let identities = Set((pictures + ahead).map(\.identity))
        for picture in pictures + ahead {
            guard let image = image(for: picture) else { continue }
            // While the picture was off the screen, the terminal may have dropped its image to free memory.
            if image.identity == picture.identity, image.lastFrame < frame - 1,
                !urgent.contains(where: { $0.placed == picture.identity })
            {
                let command = graphics.placement(
                    of: image.id, columns: picture.shown.columns.count, rows: picture.shown.rows.count)
                urgent.append(Command(bytes: command, placed: picture.identity))
            }
            images[image.identity]?.lastFrame = frame
        }
        for image in images.values where image.role != .still && image.lastFrame < frame {
            images[image.identity] = nil
            delete(image)
        }
        replaced.forEach(delete)
        replaced = []
        urgent.removeAll { $0.placed.map { !identities.contains($0) } ?? false }
        // Pictures on the screen come first.
        wanted = (pictures + ahead).filter { picture in
            guard mayBeSent(picture) else { return false }
            return images[picture.identity].map { budget.allowsHigherResolution(of: picture, than: $0.reduction) }
                ?? true
        }
        guard let current = transmission else { return }
        // A picture that is sent ahead gives way to those on the screen.
        let isFirst =
            pictures.contains { $0.identity == current.image.identity } || !pictures.contains(where: wanted.contains)
        guard !isFirst || !identities.contains(current.image.identity) else { return }
        // Otherwise no frame of a quick animation would ever arrive.
        if current.image.role == .frame,
            wanted.contains(where: { $0.role == .frame && $0.view == current.image.view })
        {
            return
        }
        cancelTransmission()
    }

    /// Ends the transmission in progress, if there is one.
    private func cancelTransmission() {
        if let current = transmission, current.hasBegun {
            urgent.append(Command(bytes: graphics.cancellation(of: current.image.id)))
        }
        transmission = nil
        preparation?.cancel()
    }

    func restart() {
        if let id = transmission?.image.id { shared.removeValue(forKey: id)?.remove() }
        cancelTransmission()
        // The query may be lost, too.
        if case .asked = sharing { sharing = .unknown }
    }

    private func askForSharing() {
        guard case .unknown = sharing else { return }
        guard let pixel = SharedPixels([0, 0, 0, 255]) else { return sharing = .impossible }
        let id = takeID()
        urgent.append(Command(bytes: graphics.query(pixel, as: id)))
        sharing = .asked(id, pixel)
        sharingDeadline = nil
    }

    /// Whether pictures that haven't been prepared wait for the answer about shared memory.
    private var awaitsSharing: Bool {
        guard case .asked = sharing, transmission == nil else { return false }
        return sharingDeadline.map { now() < $0 } ?? true
    }

    /// Forgets an image that the terminal refuses or doesn't have any longer.
    func receiveReport(of id: UInt32, isAccepted: Bool) -> Bool {
        if case .asked(id, let pixel) = sharing {
            let wasRead = !pixel.remove()
            sharing = isAccepted && wasRead ? .possible : .impossible
            onReady()
            return false
        }
        guard !isAccepted else { return false }
        shared.removeValue(forKey: id)?.remove()
        // The memory may be that of another computer now.
        if case .possible = sharing { sharing = .unknown }
        let isIncomplete = transmission?.image.id == id
        guard let image = isIncomplete ? transmission?.image : images.values.first(where: { $0.id == id }) else {
            return false
        }
        if isIncomplete { cancelTransmission() }
        if images[image.identity]?.id == id { images[image.identity] = nil }
        losses[image.lossKey, default: 0] += 1
        return true
    }

    func isPreparing(anyOf pictures: [PixelPicture]) -> Bool {
        pictures.contains { $0.identity == transmission?.image.identity }
    }

    var hasCoarsePictures: Bool {
        pictures.contains { picture in
            guard picture.role == .still else { return false }
            return images[picture.identity].map { $0.reduction > 1 } ?? !budget.allows(picture)
        }
    }

    func retryCoarse(rate: Double?) {
        budget.rate = rate
        budget.extend(for: pictures)
    }

    func didReceiveInput() {
        if let current = transmission, current.isFrame, current.hasBegun { budget.pauseFrame(at: now()) }
    }

    var isCenterNext: Bool {
        let next = transmission?.picture ?? wanted.first
        return next.map { centers.identities.contains($0.identity) } ?? false
    }

    var isBusy: Bool { !urgent.isEmpty || transmission != nil || !wanted.isEmpty }

    func next(limit: Int, rate: Double?) -> [UInt8] {
        budget.rate = rate
        if let current = transmission, let rest = current.commands, budget.isExceeded(by: rest, of: current.picture) {
            cancelTransmission()
        }
        guard urgent.isEmpty else {
            // The question is among the first.
            if case .asked = sharing, sharingDeadline == nil { sharingDeadline = now() + Self.maxWaitForSharing }
            var commands = urgent.map(\.bytes)[...]
            defer { urgent.removeFirst(urgent.count - commands.count) }
            return commands.removeFirst(upTo: limit)
        }
        prepare(rate: rate)
        guard startsAt == nil, let current = transmission, var commands = current.commands else { return [] }
        defer { transmission?.commands = commands }
        if current.isFrame { budget.willSendFrame(commands, isBeginning: !current.hasBegun, at: now()) }
        if let shared = current.shared {
            self.shared = self.shared.filter(\.value.exists)
            self.shared[current.image.id] = shared
            transmission?.shared = nil
        }
        transmission?.hasBegun = true
        return commands.removeFirst(upTo: limit)
    }

    func didWrite() -> Bool {
        guard let current = transmission, let commands = current.commands, commands.isEmpty, current.hasBegun else {
            return false
        }
        transmission = nil
        if current.isFrame { budget.didSendFrame(at: now()) }
        var image = current.image
        (image.firstFrame, image.lastFrame) = (frame, frame)
        if let old = images[image.identity] { replaced.append(old) }
        images[image.identity] = image
        wanted.removeAll { $0.identity == image.identity }
        makeRoom()
        return true
    }

    /// The commands that delete all images after a crash.
    var removal: [UInt8] { graphics.removal(of: unusedIDs.ranges) }

    func removeAll() -> [UInt8] {
        var bytes = (images.values + replaced).flatMap { graphics.deletion(of: $0.id) }
        if let current = transmission, current.hasBegun {
            bytes = graphics.cancellation(of: current.image.id) + bytes
        }
        (images, replaced, transmission, wanted, urgent) = ([:], [], nil, [], [])
        budget = PixelBudget()
        losses = [:]
        for pixels in shared.values { pixels.remove() }
        shared = [:]
        if case .asked = sharing { sharing = .unknown }
        preparation?.cancel()
        return bytes
    }

    /// Deletes the images that have not been on the screen for longest, while there are too many.
    private func makeRoom() {
        var sum = images.values.reduce(0) { $0 + $1.bytes }
        for image in images.values.sorted(by: { $0.lastFrame < $1.lastFrame }) {
            guard sum > Self.maxBytes || images.count >= ImageIDs.maxInUse, image.lastFrame < frame else { return }
            sum -= image.bytes
            images[image.identity] = nil
            delete(image)
        }
    }

    private func delete(_ image: Image) {
        urgent.append(Command(bytes: graphics.deletion(of: image.id)))
    }

    func prepare(rate: Double?) {
        budget.rate = rate
        guard !awaitsSharing, transmission == nil, preparation == nil,
            let picture = wanted.first(where: { $0.role != .frame }) ?? wanted.first
        else { return }
        let id = takeID()
        transmission = Transmission(picture: picture, image: Image(id, of: picture, frame: frame))
        let isFrame = picture.role == .frame
        // Compression costs more than it saves on a quick connection, and frames have no time for much of it.
        let level: Int32 =
            switch rate {
            case nil: 1
            case let rate?: rate < 20e6 && !isFrame ? 6 : rate < 50e6 ? 1 : 0
            }
        let resolutions = budget.resolutions(for: picture, sentWith: images[picture.identity]?.reduction)
        let start = now()
        // Detached, because the main actor may be drawing a frame.
        preparation = Task.detached { [weak self, graphics, sharesMemory] in
            var prepared = sharesMemory ? Self.share(picture, as: id, by: graphics) : nil
            // A cancelled task doesn't mean that sharing has failed.
            let hasFailedToShare = sharesMemory && prepared == nil && !Task.isCancelled
            var encoded: EncodedPixels?
            if prepared == nil, picture.role != .preview, !Task.isCancelled {
                (encoded, prepared) = Self.encode(picture, as: id, by: graphics, level: level, in: resolutions)
            }
            await self?.didPrepare(
                prepared, encoded, for: picture, id, since: start, hasFailedToShare: hasFailedToShare)
        }
    }

    private func takeID() -> UInt32 { unusedIDs.take(notIn: Set((images.values + replaced).map(\.id))) }

    var startsAt: UInt64? {
        if awaitsSharing { return sharingDeadline }
        guard let current = transmission, current.isFrame, !current.hasBegun, current.commands != nil else {
            return nil
        }
        return budget.frameStart(after: now())
    }

    var usesConnection: Bool { !sharesMemory }

    private var sharesMemory: Bool { if case .possible = sharing { true } else { false } }

    private func didPrepare(
        _ prepared: Prepared?, _ encoded: EncodedPixels?, for picture: PixelPicture, _ id: UInt32, since start: UInt64,
        hasFailedToShare: Bool
    ) {
        preparation = nil
        if hasFailedToShare { sharing = .unknown }
        defer { onReady() }
        guard let current = transmission, current.image.id == id else { return }
        if prepared?.shared == nil {
            budget.didEncode(
                picture, as: encoded, isSent: images[picture.identity] != nil, taking: now() - start)
        }
        if let prepared {
            transmission = Transmission(
                picture: picture,
                image: Image(id, of: picture, bytes: prepared.bytes, reduction: prepared.reduction, frame: frame),
                commands: prepared.commands[...], shared: prepared.shared, isShared: prepared.shared != nil)
        } else {
            transmission = nil
            wanted.removeAll { $0.identity == picture.identity }
        }
    }

    private struct Prepared {
        let commands: [[UInt8]]
        /// The memory that the terminal needs for the image.
        let bytes: Int
        /// The divisor of the width and the height.
        var reduction = 1
        /// Shared memory with the pixels; nil if they are inline.
        var shared: SharedPixels?
    }

    /// Returns the command for a picture in shared memory; nil if there is no room for it, or the pixels are no longer
    /// known.
    private nonisolated static func share(
        _ picture: PixelPicture, as id: UInt32, by graphics: KittyGraphics
    ) -> Prepared? {
        guard let bitmap = picture.bitmap(), !Task.isCancelled, let shared = SharedPixels(bitmap.pixels) else {
            return nil
        }
        let command = graphics.transmission(
            of: shared, width: bitmap.width, height: bitmap.height, as: id, columns: picture.shown.columns.count,
            rows: picture.shown.rows.count)
        return Prepared(commands: [command], bytes: bitmap.pixels.count, shared: shared)
    }

    /// Encodes a picture in one of the resolutions. The result is nil if the pixels are no longer known, and has no commands
    /// if all resolutions take too many bytes.
    private nonisolated static func encode(
        _ picture: PixelPicture, as id: UInt32, by graphics: KittyGraphics, level: Int32,
        in resolutions: PixelResolutions
    ) -> (EncodedPixels?, Prepared?) {
        guard let whole = picture.bitmap() else { return (nil, nil) }
        var memory = 0
        let encoded = resolutions.encoded { reduction in
            let bitmap = whole.reduced(by: reduction)
            memory = bitmap.pixels.count
            return graphics.transmission(
                of: bitmap, as: id, columns: picture.shown.columns.count, rows: picture.shown.rows.count,
                level: level)
        }
        return (
            encoded, encoded.best.map { Prepared(commands: $0.pieces, bytes: memory, reduction: $0.reduction) }
        )
    }
}

/// A group of pictures with a common count of losses.
private enum LossKey: Hashable {
    case animation(PixelView)
    case picture(PixelIdentity)
}

extension PixelPicture {
    /// Whether placeholder cells can number all of its rows and columns.
    fileprivate var hasPlaceholders: Bool {
        max(shown.columns.count, shown.rows.count) <= PlaceholderCell.maxSide
    }

    fileprivate var lossKey: LossKey { role == .frame ? .animation(view) : .picture(identity) }
}
