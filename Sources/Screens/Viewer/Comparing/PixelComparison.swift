import Albums
import Basics
import CellArt

/// Compares the pixels of photos with the same view: how sharp they are, and where one differs from another. Works off the
/// main actor, and on the latest views only.
@MainActor
final class PixelComparison {
    /// A picture with a heat tint where it differs from another one.
    struct Difference: Sendable {
        let picture: RenderedPicture
        /// The share of the picture that differs, from 0 to 1.
        let share: Double
        /// Whether one of the pictures had to be shifted to match the other.
        let isAligned: Bool
        /// Whether the darker picture had to be brightened to match the other.
        let isExposureMatched: Bool
    }

    /// Called when a result has changed.
    var onChange: () -> Void = {}

    /// The sharpness of the measured samples; nil for those in which it can't be measured.
    private var sharpness: (samples: [ViewSample], values: [Double?], isReliable: Bool) = ([], [], true)
    private var measuring: (samples: [ViewSample], task: Task<Void, Never>)?
    private var difference: (samples: [ViewSample], value: Difference?)?
    private var comparing: (samples: [ViewSample], task: Task<Void, Never>)?

    /// Returns the sharpness of a view; nil until it has been measured, or if there is none to compare it with.
    func sharpness(of sample: ViewSample) -> ComparedSharpness? {
        guard let index = sharpness.samples.firstIndex(where: { $0 === sample }),
            sharpness.values.contains(where: { $0 != nil })
        else { return nil }
        return sharpness.values[index].map(ComparedSharpness.measured) ?? .unknown
    }

    /// Returns whether views have so little detail that their sharpness may be chance.
    func lackDetail(_ samples: [ViewSample]) -> Bool {
        sharpness.samples.isSame(as: samples) && !sharpness.isReliable && sharpness.values.contains { $0 != nil }
    }

    /// Returns how a view differs from another one; nil until it is known.
    func difference(of sample: ViewSample, from other: ViewSample) -> Difference? {
        difference.flatMap { $0.samples.isSame(as: [sample, other]) ? $0.value : nil }
    }

    /// Measures the sharpness of views, unless they are the last ones.
    func measure(_ samples: [ViewSample]) {
        guard !samples.isSame(as: measuring?.samples ?? sharpness.samples) else { return }
        measuring?.task.cancel()
        let task = Task { [weak self] in
            let (values, isReliable) = await Self.sharpness(of: samples)
            guard !Task.isCancelled, let self else { return }
            measuring = nil
            sharpness = (samples, values, isReliable)
            onChange()
        }
        measuring = (samples, task)
    }

    /// Compares a view with another one, unless they are the last ones.
    func compare(_ sample: ViewSample, with other: ViewSample) {
        let samples = [sample, other]
        guard !samples.isSame(as: comparing?.samples ?? difference?.samples ?? []) else { return }
        comparing?.task.cancel()
        let task = Task { [weak self] in
            let value = await Self.difference(of: sample, from: other)
            guard !Task.isCancelled, let self else { return }
            comparing = nil
            difference = (samples, value)
            onChange()
        }
        comparing = (samples, task)
    }

    /// Cancels outstanding work.
    func stop() {
        measuring?.task.cancel()
        measuring = nil
        comparing?.task.cancel()
        comparing = nil
    }

    private nonisolated static func sharpness(of samples: [ViewSample]) async -> ([Double?], Bool) {
        let middles = samples.map(\.middle)
        return (Sharpness.of(middles), Sharpness.isReliable(of: middles))
    }

    private nonisolated static func difference(of sample: ViewSample, from other: ViewSample) async -> Difference? {
        guard let view = sample.view, let otherView = other.view,
            let difference = PictureDifference(of: view, from: otherView), !Task.isCancelled
        else { return nil }
        return Difference(
            picture: sample.picture(
                of: difference.tinted,
                content: DifferenceContent(
                    request: sample.request, other: other.crop, otherRequest: other.request, share: difference.share)),
            share: difference.share, isAligned: difference.isAligned,
            isExposureMatched: difference.isExposureMatched)
    }
}

/// The sharpness of a photo among others.
enum ComparedSharpness: Hashable, Sendable {
    /// From 0 to 1, comparable with that of the others.
    case measured(Double)
    /// Not measurable, unlike that of others: the photo is shown with less detail than it has, or has no edges there.
    case unknown
}

/// Distinguishes the pixels of a difference.
private struct DifferenceContent: Hashable {
    let request: ViewRequest
    let other: PhotoCrop
    let otherRequest: ViewRequest
    let share: Double
}

extension [ViewSample] {
    fileprivate func isSame(as others: [ViewSample]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0 === $1 }
    }
}

/// Measurements of the pixels of compared photos, made without showing the photos.
struct ComparedPixels: Sendable {
    /// From 0 to 1, in the middle of each photo at actual size; nil if it can't be measured.
    let sharpness: [Double?]
    /// The share in which each photo differs from the first one; nil for photos of another shape.
    let shares: [Double?]

    /// The grid of cells in which photos are compared, 256 x 192 pixels.
    private static let (columns, rows) = (64, 24)
    /// The maximum difference of the aspect ratios of photos that show the same.
    private static let maxSkew = 0.02

    /// Decodes the photos one after another. Without some, the others are compared.
    init(of photos: [Photo], in pictures: PicturePort) async {
        var (middles, views, aspects): ([Bitmap?], [Bitmap?], [Double?]) = ([], [], [])
        for photo in photos {
            let size = try? await pictures.dimensions(photo)
            let whole = size.map { PixelRect(x: 0, y: 0, width: Double($0.width), height: Double($0.height)) }
            aspects.append(whole.flatMap { $0.height > 0 ? $0.width / $0.height : nil })
            // At actual size first, from which the coarser one is made.
            middles.append(await Self.sample(.middle, of: whole?.middle(Self.columns), of: photo, in: pictures)?.middle)
            views.append(await Self.sample(.view, of: whole, of: photo, in: pictures)?.view)
        }
        sharpness = await Self.sharpness(of: middles)
        shares = await Self.shares(of: views, aspects)
    }

    private static func sample(
        _ part: ViewSample.Parts, of rect: PixelRect?, of photo: Photo, in pictures: PicturePort
    ) async -> ViewSample? {
        guard let rect else { return nil }
        return await pictures.sample(part, of: rect, of: photo, columns: columns, rows: rows)
    }

    private nonisolated static func sharpness(of middles: [Bitmap?]) async -> [Double?] {
        Sharpness.of(middles)
    }

    private nonisolated static func shares(of views: [Bitmap?], _ aspects: [Double?]) async -> [Double?] {
        zip(views, aspects).map { view, aspect in
            guard let view, let aspect, let first = views[0], let firstAspect = aspects[0],
                abs(aspect / firstAspect - 1) < maxSkew
            else { return nil }
            return PictureDifference(of: view, from: first)?.share
        }
    }
}

extension PixelRect {
    /// A part in the middle, of as many pixels across and twice as many down.
    fileprivate func middle(_ side: Int) -> PixelRect {
        let (width, height) = (min(width, Double(side)), min(height, Double(2 * side)))
        return PixelRect(
            x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}
