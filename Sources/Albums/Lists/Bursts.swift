import FoundationEssentials

/// The camera and time of a photo, from which bursts are found.
public struct BurstMoment: Hashable, Sendable {
    /// The same number for all photos of one camera.
    let camera: Int
    /// Since 1970, comparable across time zones.
    let milliseconds: Int

    public init(camera: Int, milliseconds: Int) {
        self.camera = camera
        self.milliseconds = milliseconds
    }
}

/// Which photo of a burst its tile shows: the best rated one, else a pick, else the first.
public struct BurstRank: Comparable, Sendable {
    let rating: Int
    let isPicked: Bool

    /// - Parameter rating: from 1 to 5, or -1 for a rejected photo; nil for an unrated one.
    public init(rating: Int?, isPicked: Bool) {
        self.rating = rating ?? 0
        self.isPicked = isPicked
    }

    public static func < (left: BurstRank, right: BurstRank) -> Bool {
        left.rating == right.rating ? !left.isPicked && right.isPicked : left.rating < right.rating
    }
}

/// A burst in a list that folds bursts.
public struct ListedBurst: Hashable, Sendable {
    /// The index of the photo that stands for it, among the matching photos.
    public let index: Int
    /// Whether the user has chosen among its photos: one is picked or has stars, or at most one isn't rejected.
    public let isDecided: Bool

    init(index: Int, ranks: [BurstRank]) {
        self.index = index
        isDecided = ranks.contains { $0.isPicked || $0.rating > 0 } || ranks.count { $0.rating >= 0 } < 2
    }
}

/// The keys by which a list folds bursts of its elements.
public struct BurstKeys<Element>: Sendable {
    /// Nil for an element that is in no burst.
    let moment: @Sendable (Element) -> BurstMoment?
    let rank: @Sendable (Element) -> BurstRank

    public init(
        moment: @escaping @Sendable (Element) -> BurstMoment?, rank: @escaping @Sendable (Element) -> BurstRank
    ) {
        self.moment = moment
        self.rank = rank
    }
}

/// The bursts in a list: runs of photos of one camera, each taken less than two seconds after the one before.
struct Bursts: Sendable {
    /// The number of each element's burst; nil if it is in none.
    private let numbers: [Int?]
    /// The position of each element among all, by time.
    private let positions: [Int]

    /// In milliseconds. If a camera records whole seconds, photos with a difference of 1 are less than this apart, and
    /// photos with a difference of 2 are more than one second apart.
    fileprivate static let maxGap = 2000

    init(_ moments: [BurstMoment?]) {
        var numbers = [Int?](repeating: nil, count: moments.count)
        var positions = [Int](repeating: 0, count: moments.count)
        let sorted = moments.indices.compactMap { index in moments[index].map { (moment: $0, index: index) } }
            .sorted { left, right in
                if left.moment.camera != right.moment.camera { return left.moment.camera < right.moment.camera }
                if left.moment.milliseconds != right.moment.milliseconds {
                    return left.moment.milliseconds < right.moment.milliseconds
                }
                return left.index < right.index
            }
        let lacksSeconds = Self.camerasWithoutSeconds(sorted.lazy.map(\.moment))
        var start = 0
        for position in sorted.indices {
            positions[sorted[position].index] = position
            let next = position + 1
            let (moment, following) = (sorted[position].moment, next < sorted.count ? sorted[next].moment : nil)
            if let following, following.camera == moment.camera,
                following.milliseconds - moment.milliseconds < Self.maxGap
            {
                continue
            }
            let run = sorted[start..<next]
            // Without seconds, all photos of a minute have the same time.
            let isGuess = lacksSeconds.contains(moment.camera) && run.allSatisfy(\.moment.isWholeMinute)
            if run.count > 1, !isGuess { for element in run { numbers[element.index] = start } }
            start = next
        }
        self.numbers = numbers
        self.positions = positions
    }

    /// Returns the cameras that seem to record no seconds: at least half of their photos were taken at whole minutes.
    private static func camerasWithoutSeconds(_ moments: some Sequence<BurstMoment>) -> Set<Int> {
        var counts: [Int: (whole: Int, all: Int)] = [:]
        for moment in moments {
            counts[moment.camera, default: (0, 0)].all += 1
            if moment.isWholeMinute { counts[moment.camera]?.whole += 1 }
        }
        return Set(counts.filter { 2 * $1.whole >= $1.all }.keys)
    }

    /// Folds the elements of each burst into the one with the highest rank or, of several, the first by time.
    ///
    /// - Parameter indices: some of the list's elements, in any order, which the result keeps.
    func folding(_ indices: [Int], rank: (Int) -> BurstRank) -> FoldedIndices {
        var members: [Int: [Int]] = [:]
        for index in indices { if let number = numbers[index] { members[number, default: []].append(index) } }
        var folded = FoldedIndices()
        for var burst in members.values where burst.count > 1 {
            burst.sort { positions[$0] < positions[$1] }
            guard var top = burst.first else { continue }
            var topRank = rank(top)
            for index in burst.dropFirst() {
                let other = rank(index)
                if other > topRank { (top, topRank) = (index, other) }
            }
            folded.bursts[top] = burst
            for index in burst { folded.tops[index] = top }
        }
        folded.indices = indices.filter { folded.tops[$0] ?? $0 == $0 }
        return folded
    }
}

extension Photo {
    /// Whether the dates of this photo and the next one of a list allow that they are of one burst.
    public func mayShareBurst(with next: Photo) -> Bool {
        guard albumID == next.albumID, dateKind == .taken, next.dateKind == .taken, let date, let other = next.date
        else { return false }
        let isWholeMinute = date == other && date.timeIntervalSince1970.truncatingRemainder(dividingBy: 60) == 0
        return !isWholeMinute && abs(date.timeIntervalSince(other)) * 1000 < Double(Bursts.maxGap)
    }
}

extension BurstMoment {
    fileprivate var isWholeMinute: Bool { milliseconds.isMultiple(of: 60_000) }
}

/// Some elements of a list, with one element standing for each burst.
struct FoldedIndices: Sendable {
    fileprivate(set) var indices: [Int] = []
    /// The elements of each burst by time, by the element that stands for them.
    fileprivate(set) var bursts: [Int: [Int]] = [:]
    /// The element that stands for each element of a burst.
    fileprivate(set) var tops: [Int: Int] = [:]
}
