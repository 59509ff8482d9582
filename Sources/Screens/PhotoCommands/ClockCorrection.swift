import Albums
import FoundationEssentials
import Localization

/// A correction of a camera's clock.
enum ClockShift: Hashable, Sendable {
    case by(seconds: Int)
    /// To the time zone in which the photos were taken. Times without a zone count as this computer's.
    case to(TimeZone)

    /// Parses a text such as `+1h`, `-1h30m`, `-00:03:20` and `Europe/Lisbon`.
    init?(_ text: String) {
        if let zone = TimeZone(identifier: text), text.contains("/") || text == "UTC" {
            self = .to(zone)
            return
        }
        let (sign, amount) = (text.first, text.dropFirst())
        guard sign == "+" || sign == "-", let seconds = Self.seconds(amount) ?? Self.clockSeconds(amount) else {
            return nil
        }
        self = .by(seconds: sign == "-" ? -seconds : seconds)
    }

    private static let units: [Character: Int] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
    private static let maxNumber = 99_999

    /// `1h30m`
    private static func seconds(_ text: Substring) -> Int? {
        var (seconds, remainder) = (0, text)
        while !remainder.isEmpty {
            let digits = remainder.prefix(while: \.isNumber)
            remainder = remainder[digits.endIndex...]
            guard let number = Int(digits), number <= maxNumber, let unit = remainder.popFirst().flatMap({ units[$0] })
            else { return nil }
            seconds += number * unit
        }
        return text.isEmpty ? nil : seconds
    }

    /// `00:03:20` or `1:30`
    private static func clockSeconds(_ text: Substring) -> Int? {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard (2...3).contains(numbers.count), numbers.allSatisfy((0...maxNumber).contains) else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }

    /// Returns the right time.
    func applied(to time: TakenTime, computerZone: TimeZone = .current) -> TakenTime {
        switch self {
        case .by(let seconds): return TakenTime(time.date + Double(seconds), zone: time.zone)
        case .to(let zone):
            let offset = time.zone.map { 60 * $0 } ?? computerZone.secondsFromGMT(for: time.date)
            let instant = time.date - Double(offset)
            let new = zone.secondsFromGMT(for: instant)
            return TakenTime(instant + Double(new), zone: new / 60)
        }
    }
}

/// Corrects the dates of photos whose camera had the wrong time.
@MainActor
final class ClockCorrection {
    /// The right times of the photos.
    typealias Answer = [(photo: Photo, time: TakenTime)]

    private let candidates: [Photo]
    /// The photo with the camera to correct; nil for all cameras.
    private let selected: Photo?
    /// A photo that another camera took at the same moment as the selected one.
    private let reference: Photo?
    private let shown: ShownLibrary
    /// The photos to correct, once their dates are known.
    private var photos: Task<Answer, Never>?

    private static let maxConcurrentReads = 4

    init(_ candidates: [Photo], ofCameraOf selected: Photo? = nil, reference: Photo? = nil, in shown: ShownLibrary) {
        (self.candidates, self.selected, self.reference) = (candidates, selected, reference)
        self.shown = shown
    }

    var prompt: Prompt<Answer> {
        photos = Task { await load() }
        return Prompt(
            title: localized("Correct the camera's clock"), label: localized("Shift:") + " ",
            help: reference == nil
                ? localized("+1h, -00:03:20, or the zone of the place, as Europe/Lisbon")
                : localized(
                    "+1h, -00:03:20, the zone of the place, as Europe/Lisbon, or = for the time of the marked photo"),
            hint: localized("correct", context: "hint"), reading: .whileTyping { await self.check($0) })
    }

    /// Cancels outstanding reads.
    func cancel() { photos?.cancel() }

    private func load() async -> Answer {
        let all = await details(of: candidates)
        let camera = all.first { $0.photo.id == selected?.id }?.details.camera
        // If the selected photo names no camera, as many videos, the clock of the others is not known to be wrong.
        let ofCamera = selected == nil ? all : all.filter { $0.details.camera == camera }
        return ofCamera.compactMap { photo, details in details.time.map { (photo, $0) } }
    }

    private func details(of photos: [Photo]) async -> [(photo: Photo, details: PhotoDetails)] {
        let details = await photos.loadEach(maxConcurrent: Self.maxConcurrentReads) { [shown] in
            await shown.datedDetails(of: $0)
        }
        return photos.map { ($0, details[$0.id] ?? PhotoDetails()) }
    }

    /// Computes the new dates, and shows some of them.
    private func check(_ text: String) async -> Prompt<Answer>.Checked {
        let photos = await photos?.value ?? []
        // The list may be in any order.
        let dates = photos.map(\.time.date)
        guard let first = dates.min(), let last = dates.max() else {
            let unknown = NoEffect.datesUnknown
            return .init(lines: [.init(text: unknown.text, isProblem: true)], answer: .failure(unknown))
        }
        let days = [first, last].map { UserFacingText.day($0) }
        let range = days[0] == days[1] ? days[0] : days.joined(separator: " \u{2026} ")
        let summary = Prompt<Answer>.Line(text: "\(UserFacingText.photos(photos.count)): \(range)")
        guard let shift = await shift(text, photos) else {
            return .init(lines: text.isEmpty ? [summary] : [], answer: .failure(.unknownShift))
        }
        let new = photos.map { (photo: $0.photo, old: $0.time, new: shift.applied(to: $0.time)) }
        let shown = new.count <= 5 ? Array(new.indices) : (0..<5).map { $0 * (new.count - 1) / 4 }
        let lines = shown.map { index in
            let (photo, old, new) = new[index]
            return Prompt<Answer>.Line(text: "\(photo.title): \(UserFacingText.change(old.shown, new.shown))")
        }
        return .init(
            lines: [summary] + lines,
            answer: .success(new.map { ($0.photo, $0.new) }))
    }

    private func shift(_ text: String, _ photos: Answer) async -> ClockShift? {
        guard text == "=" else { return ClockShift(text) }
        guard let reference, let time = photos.first(where: { $0.photo.id == selected?.id })?.time,
            let right = await details(of: [reference]).first?.details.time
        else { return nil }
        let zones = [right.zone, time.zone].compactMap { $0 }
        let zoneSeconds = zones.count == 2 ? 60 * (zones[0] - zones[1]) : 0
        return .by(seconds: Int((right.date.timeIntervalSince(time.date)).rounded()) - zoneSeconds)
    }
}

extension PhotoCommands {
    /// Corrects the dates of the marked photos, or else of all photos in the list by the current photo's camera, or
    /// those without one. If a single photo of another camera is marked, its time is right.
    func correctClock(_ marked: [Photo], on screen: any PhotoChoosing) throws(NoEffect) {
        let current = try photoOnScreen(screen)
        let single = marked.count == 1 && marked[0].id != current.id ? marked[0] : nil
        guard marked.isEmpty || single != nil else {
            return correctClock(ClockCorrection(marked, in: screen.shown))
        }
        withAllPhotos(on: screen) { [weak self, shown = screen.shown] photos in
            var clock = ClockCorrection(photos, ofCameraOf: current, reference: single, in: shown)
            // The clock of one camera can't be set by itself.
            if let single, await shown.camera(of: single) == shown.camera(of: current) {
                clock = ClockCorrection([single], in: shown)
            }
            guard !Task.isCancelled, let self, coordinator?.isOnTop(screen) == true else { return }
            correctClock(clock)
        }
    }

    private func correctClock(_ clock: ClockCorrection) {
        coordinator?.interact { [screens, coordinator] in
            guard let corrected = await coordinator?.ask(clock.prompt) else { return clock.cancel() }
            screens.stores.edits.edit(
                corrected.map(\.photo), corrected.map { PhotoChange($0.photo, .set([.date: $0.time.text])) })
        }
    }
}

extension ShownLibrary {
    fileprivate func camera(of photo: Photo) async -> String? { try? await details(of: photo).camera }

    /// Returns the details of a photo; without a date in these, with that of a library without files.
    fileprivate func datedDetails(of photo: Photo) async -> PhotoDetails {
        var details = (try? await details(of: photo)) ?? PhotoDetails()
        if library.folders == nil, details.taken == nil, photo.dateKind == .taken {
            details.setTaken(photo.date, zone: nil, precision: photo.datePrecision)
        }
        return details
    }
}

extension PhotoDetails {
    /// When the photo was taken; nil if that isn't known to the second.
    fileprivate var time: TakenTime? {
        takenPrecision == .second ? taken.map { TakenTime($0, zone: takenZone) } : nil
    }
}

extension TakenTime {
    /// `2024-05-12 17:03:21 +02:00`
    fileprivate var shown: String {
        text.prefix(19).replacing("T", with: " ") + (zone == nil ? "" : " \(text.suffix(6))")
    }
}
