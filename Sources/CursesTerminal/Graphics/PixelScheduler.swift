import CellArt
import TerminalUI

/// Decides when the pixels of pictures are sent: between frames, and not while keys arrive. Also decides which frames are
/// held for pixels, and when pixels are sent again.
///
/// Times are in nanoseconds of uptime.
@MainActor
final class PixelScheduler {
    /// The next output while no frame is being sent.
    enum Output: Equatable {
        /// No output before this time; nil if it depends on an event.
        case wait(until: UInt64?)
        /// Only a status query, to be repeated at this time.
        case query(repeatedAt: UInt64)
        /// Bytes of pixels; empty while they are being prepared.
        case pixels([UInt8])
    }

    /// Nil unless the terminal shows pixels.
    var driver: (any PixelDriver)?
    /// When the last frame began, whether or not it differed.
    private var frameBegunAt: UInt64 = 0
    /// When the last frame that differed began.
    private var drawnAt: UInt64 = 0
    /// Whether an animation is on the screen. It changes all the time, and plays only on a quick connection.
    private var isAnimated = false
    /// When the user last pressed a key, or used the mouse.
    private var inputAt: UInt64 = 0
    /// When the frame that waits for its pixels is shown without them.
    private var heldUntil: UInt64?
    /// How often pixels have been sent again since the last change or input, and when.
    private var retries = 0
    private var retriedAt: UInt64 = 0
    /// Whether the last piece of an image, sent through tmux, still waits for its report. tmux drops output for a hidden
    /// window, and for a terminal that reads too slowly.
    private var awaitsReport = false

    /// The pause after input before pixels are sent.
    private static let pauseAfterInput: UInt64 = 60_000_000
    /// How long the frame after a transition waits for its pixels.
    private static let maxWaitForPixels: UInt64 = 30_000_000
    /// The pause between queries while tmux passes nothing on.
    private static let timeBetweenQueries: UInt64 = 2_000_000_000
    /// In bytes: the maximum size of a piece of an image if only back-pressure limits the output.
    private static let unlimitedPieceBytes = 64 * 1024
    /// The time between frames while pictures arrive in shared memory, so that a frame shows several.
    var timeBetweenFrames: UInt64 = 16_000_000
    /// The pauses before retrying pixels for which the connection was too slow: perhaps the computer was only busy.
    var pausesBeforeRetries: [UInt64] = [1_000_000_000, 3_000_000_000, 10_000_000_000]

    /// The pictures that the terminal shows by pixels.
    var shown: ShownImages { driver?.shown ?? .none }

    /// Whether the driver has pixels to send or prepare.
    var isBusy: Bool { driver?.isBusy ?? false }

    /// Records that the user has pressed a key, or used the mouse.
    func didReceiveInput(at now: UInt64) {
        inputAt = now
        retries = 0
        driver?.didReceiveInput()
    }

    /// Queues the pictures of a new frame.
    /// - Parameter isNew: whether the frame differs from the last one.
    func show(_ surface: Surface, isNew: Bool, over link: LinkProgress, quality: LinkQuality, at now: UInt64) {
        frameBegunAt = now
        if isNew {
            drawnAt = now
            retries = 0
        }
        guard let driver else { return }
        driver.show(surface)
        isAnimated = surface.placements.contains { $0.picture.role == .frame }
        if now >= startTime(over: quality) { driver.prepare(rate: link.knownRate) }
    }

    /// Returns the next output.
    /// - Parameter cells: the number of cells of the screen.
    func next(cells: Int, over link: LinkProgress, quality: LinkQuality, at now: UInt64) -> Output {
        guard let driver else { return .wait(until: nil) }
        guard link.canWrite(at: now) else { return .wait(until: link.nextCheck(at: now)) }
        let start = startTime(over: quality)
        guard now >= start else { return .wait(until: start) }
        var limit = link.pieceBytes(ifUnlimited: Self.unlimitedPieceBytes)
        if link.respondent == .terminalAroundTmux {
            guard link.reportStatus == .arriving else {
                let next = now + Self.timeBetweenQueries
                let queries =
                    link.pendingReports == 0 || link.shouldQuery(at: now) && link.reportStatus == .missing
                return queries ? .query(repeatedAt: next) : .wait(until: next)
            }
            guard link.pendingReports == 0 else { return .wait(until: link.nextCheck(at: now)) }
            // tmux drops output if more than eight bytes a cell wait for the terminal.
            limit = min(limit, 4 * cells)
        }
        return .pixels(driver.next(limit: limit, rate: link.knownRate))
    }

    /// Returns bytes of the middle of a picture, to be sent before the rest of a frame; nil if there are none now.
    func nextOfCenter(cells: Int, over link: LinkProgress, quality: LinkQuality, at now: UInt64) -> [UInt8]? {
        guard driver?.isCenterNext == true,
            case .pixels(let bytes) = next(cells: cells, over: link, quality: quality, at: now), !bytes.isEmpty
        else { return nil }
        return bytes
    }

    /// Returns until when to hold a frame for more pixels in shared memory, which come faster than frames are worth
    /// drawing; nil if the frame is due.
    func collectionEnd(over quality: LinkQuality, at now: UInt64) -> UInt64? {
        let due = frameBegunAt + timeBetweenFrames
        guard let driver, !driver.usesConnection, now >= startTime(over: quality), now < due else { return nil }
        return due
    }

    /// Returns until when to hold the first frame after a transition for its pixels, which take a moment in shared memory;
    /// nil if the frame is due. Its characters would take as long.
    func holdEnd(for surface: Surface, after last: Surface, over quality: LinkQuality, at now: UInt64) -> UInt64? {
        guard let driver, !driver.usesConnection, now >= startTime(over: quality),
            !last.upcoming.isEmpty, surface.upcoming.isEmpty,
            driver.isPreparing(anyOf: surface.placements.map(\.picture))
        else {
            heldUntil = nil
            return nil
        }
        let end = heldUntil ?? now + Self.maxWaitForPixels
        heldUntil = end
        return now < end ? end : nil
    }

    /// When to retry pictures for which the connection was too slow; nil if all are sharp, or no retries are left.
    var retryTime: UInt64? {
        guard let driver, driver.hasCoarsePictures, retries < pausesBeforeRetries.count else { return nil }
        return max(inputAt, drawnAt, retriedAt) + pausesBeforeRetries[retries]
    }

    /// Queues pictures again for which the connection was too slow.
    func retry(_ surface: Surface, over link: LinkProgress, at now: UInt64) {
        retries += 1
        retriedAt = now
        driver?.retryCoarse(rate: link.knownRate)
        driver?.show(surface)
    }

    /// Records that bytes of pixels have been written. Returns whether the pictures that are shown have changed.
    func didWrite(over link: LinkProgress) -> Bool {
        guard link.respondent != .terminalAroundTmux || link.pendingReports == 0 else {
            awaitsReport = true
            return false
        }
        return driver?.didWrite() ?? false
    }

    /// Records a status report. Returns whether the pictures that are shown have changed.
    func didReceiveReport(over link: LinkProgress) -> Bool {
        guard takeAwaitedReport(of: link) else { return false }
        return driver?.didWrite() ?? false
    }

    /// Records that overdue reports are no longer expected. The image that they were to acknowledge may be lost.
    func didExpireReports(of link: LinkProgress) {
        if takeAwaitedReport(of: link) { driver?.restart() }
    }

    /// Returns whether the report on the last piece of an image was outstanding until now.
    private func takeAwaitedReport(of link: LinkProgress) -> Bool {
        guard awaitsReport, link.pendingReports == 0 else { return false }
        awaitsReport = false
        return true
    }

    /// Records that another program gets the screen.
    func didPause() { awaitsReport = false }

    /// Returns when pixels may be sent: at once after a frame only if they don't delay the next one.
    private func startTime(over quality: LinkQuality) -> UInt64 {
        let followsFrame = isAnimated || driver?.usesConnection == false || quality.isKnownSmooth
        return (followsFrame ? inputAt : max(inputAt, drawnAt)) + Self.pauseAfterInput
    }
}
