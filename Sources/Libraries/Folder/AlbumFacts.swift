import Albums
import Basics
import FoundationEssentials
import Synchronization

/// The indexed facts about the photos of an album, by their index in it.
final class AlbumFacts: Sendable {
    /// The facts about a photo in 80 bytes, because a library has 100,000.
    struct Row: Sendable {
        /// 0 for an unrated photo.
        private var stars: Int8 = 0
        private(set) var isPicked = false
        private var isRejected = false
        private(set) var isLocated = false
        private var isTimed = false
        private(set) var precision = DatePrecision.second
        private(set) var orientation = PhotoOrientation.unread
        /// Minutes east of UTC.
        private var zoneMinutes = Self.unknownZone
        private var aspectRatio: Float = 0
        /// In the camera's local time, as if it were UTC; since 1970.
        private(set) var takenMilliseconds = Int.min
        private var durationSeconds: Float = 0
        private(set) var camera: FolderTexts.Number = 0
        private(set) var lens: FolderTexts.Number = 0
        private(set) var author: FolderTexts.Number = 0
        private(set) var tags: FolderTexts.Number = 0
        private(set) var people: FolderTexts.Number = 0
        private(set) var label: FolderTexts.Number = 0
        /// The title, the headline and the description, each in a line; the description may have several.
        private(set) var caption: FolderTexts.Number = 0
        private(set) var place: FolderTexts.Number = 0
        private(set) var countries: FolderTexts.Number = 0
        private var colorNumber = UInt32.max
        /// 0 if unknown.
        private var isoNumber: UInt32 = 0
        /// The f-number in hundredths; 0 if unknown.
        private var apertureHundredths: UInt16 = 0
        /// The serial number of the camera's body.
        private var body: FolderTexts.Number = 0

        fileprivate init(_ facts: PhotoFacts?, _ texts: FolderTexts) {
            guard let facts else { return }
            let details = facts.details
            set(details.assessment, texts)
            orientation = facts.orientation
            aspectRatio = facts.aspect.map { Float($0) } ?? 0
            if let taken = details.taken.flatMap(Timestamp.init)?.date {
                takenMilliseconds = Int((taken.timeIntervalSince1970 * 1000).rounded())
                let isUTC = details.takenSource?.isUTC == true
                zoneMinutes = details.takenZone.map { isUTC ? Self.utc : Int16(clamping: $0) } ?? Self.unknownZone
            }
            colorNumber = facts.color?.number ?? .max
            durationSeconds = details.duration.map { Float($0) } ?? 0
            precision = details.takenPrecision
            camera = texts.number(of: details.camera)
            body = texts.number(of: details.serialNumber)
            lens = texts.number(of: details.lens)
            author = texts.number(of: details.author)
            tags = texts.number(of: details.tags.joined(separator: "\n"))
            people = texts.number(of: details.people.joined(separator: "\n"))
            setCaption([details.title, details.headline, details.description], texts)
            isLocated = details.coordinate != nil
            isTimed = details.isTimed
            isoNumber = UInt32(clamping: details.exposure.iso ?? 0)
            apertureHundredths = UInt16(clamping: Int(((details.exposure.aperture ?? 0) * 100).rounded()))
            place = texts.number(of: facts.place)
            countries = texts.number(of: facts.countries)
        }

        fileprivate mutating func set(_ assessment: Assessment, _ texts: FolderTexts) {
            stars = Int8(clamping: assessment.stars ?? 0)
            isPicked = assessment.isPicked
            isRejected = assessment.isRejected
            label = texts.number(of: assessment.label)
        }

        private mutating func setCaption(_ captions: [String?], _ texts: FolderTexts) {
            let lines = captions.prefix(2).map { $0?.replacing("\n", with: " ") } + captions.dropFirst(2)
            caption =
                lines.allSatisfy { $0 == nil } ? 0 : texts.number(of: lines.map { $0 ?? "" }.joined(separator: "\n"))
        }

        /// Adopts what was written to the photo's files.
        fileprivate mutating func adopt(_ change: WrittenChange, _ texts: FolderTexts) {
            set(change.assessment, texts)
            if !change.tags.isEmpty {
                let old = texts.spelling(tags).split(separator: "\n").map(String.init)
                tags = texts.number(of: change.tags.applied(to: old).joined(separator: "\n"))
            }
            let fields: [PhotoField] = [.title, .headline, .description]
            if fields.contains(where: { change.texts[$0] != nil }) {
                let old = texts.spelling(caption).split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
                let captions = fields.enumerated().map { index, field in
                    change.texts[field] ?? (index < old.count ? String(old[index]) : nil)
                }
                setCaption(captions, texts)
            }
            if let orientation = change.texts[.orientation] {
                self.orientation = PhotoOrientation(sidecar: Int(orientation))
                // Unknown until the file is read: the new orientation may exchange width and height.
                aspectRatio = 0
            }
            if let time = change.texts[.date].flatMap(TakenTime.init) {
                takenMilliseconds = Int((time.date.timeIntervalSince1970 * 1000).rounded())
                zoneMinutes = time.zone.map { Int16(clamping: $0) } ?? Self.unknownZone
                (precision, isTimed) = (.second, true)
            }
            if let creator = change.texts[.creator] {
                author = texts.number(of: creator.split(separator: ";").first.map(String.init))
            }
        }

        /// Returns the number of the text that a field searches; nil for a field that isn't a text.
        func text(of field: SearchField) -> FolderTexts.Number? {
            switch field {
            case .tag: tags
            case .person: people
            case .label: label
            case .camera: camera
            case .lens: lens
            case .place: place
            case .author: author
            case .aperture, .iso, .year, .date, .time, .rating, .kind: nil
            }
        }

        /// Returns the value of a field that is a number; nil if it is unknown.
        func number(of field: SearchField) -> Double? {
            let number =
                switch field {
                case .aperture: Double(apertureHundredths) / 100
                case .iso: Double(isoNumber)
                default: 0.0
                }
            return number > 0 ? number : nil
        }

        /// In the camera's local time, as if it were UTC.
        var taken: Date? {
            takenMilliseconds == .min ? nil : Date(timeIntervalSince1970: Double(takenMilliseconds) / 1000)
        }

        /// The zone of the place where the photo was taken, in minutes east of UTC; nil if unknown.
        var localZone: Int? { zoneMinutes == Self.unknownZone || zoneMinutes == Self.utc ? nil : Int(zoneMinutes) }

        /// Returns when the photo was taken; without a time zone, assumes that of other photos.
        ///
        /// Every photo gets a zone, because comparing local times only where a zone is unknown isn't a consistent
        /// order.
        func instant(_ zones: ZoneTimeline) -> Date? {
            guard let taken else { return nil }
            if zoneMinutes == Self.utc { return taken }
            return taken - Double(60 * (localZone ?? zones.zone(at: takenMilliseconds)))
        }

        /// Returns when the camera took the photo; nil if the camera or its time isn't known.
        func burstMoment(_ zones: ZoneTimeline) -> BurstMoment? {
            guard isTimed, camera != 0, let instant = instant(zones) else { return nil }
            return BurstMoment(
                camera: Int(camera) << 32 | Int(body),
                milliseconds: Int((instant.timeIntervalSince1970 * 1000).rounded()))
        }

        var burstRank: BurstRank { BurstRank(rating: rating, isPicked: isPicked) }

        private static let unknownZone = Int16.max
        private static let utc = Int16.max - 1

        /// The meaning of the photo's date.
        var dateKind: Photo.DateKind { takenMilliseconds == .min ? .modified : .taken }

        /// The upright width divided by the height.
        var aspect: Double? { aspectRatio == 0 ? nil : Double(aspectRatio) }

        var color: AverageColor? { AverageColor(number: Int(colorNumber)) }

        /// In seconds.
        var duration: Double? { durationSeconds == 0 ? nil : Double(durationSeconds) }

        /// From 1 to 5, or -1 for a rejected photo.
        var rating: Int? { isRejected ? -1 : stars == 0 ? nil : Int(stars) }

        func assessment(_ texts: FolderTexts) -> Assessment {
            Assessment(
                stars: Int(stars), flag: isRejected ? .rejected : isPicked ? .picked : nil,
                label: label == 0 ? nil : texts.spelling(label))
        }
    }

    private struct State {
        var rows: [Row]
        /// The content of the files that the facts are about.
        var stamps: [FileStamp?]
        var unchecked: Set<Int>
        /// The videos with a photo's name that don't belong to it, by the photo's index.
        var unrelatedVideos: [Int: [BytePath]]
        /// The number of photos about which nothing is known until they have been checked.
        var unread: Int
        /// Nil after a change, until computed again.
        var zones: ZoneTimeline?
    }

    private let state: Mutex<State>
    private let texts: FolderTexts

    /// - Parameters:
    ///   - names: the names of the files, by index.
    ///   - former: the names and facts of the album before it changed.
    ///   - known: passes the facts in the index; not called if there is a former album.
    init(
        names: [BytePath], texts: FolderTexts, former: (names: [BytePath], facts: AlbumFacts)? = nil,
        known: ((_ name: BytePath, PictureIndex.Known) -> Void) -> Void
    ) {
        self.texts = texts
        var rows = [Row](repeating: Row(nil, texts), count: names.count)
        var stamps = [FileStamp?](repeating: nil, count: names.count)
        var unrelatedVideos: [Int: [BytePath]] = [:]
        let indices = Dictionary(zip(names, names.indices)) { first, _ in first }
        if let former {
            let (formerRows, formerStamps, formerVideos) = former.facts.state.withLock {
                ($0.rows, $0.stamps, $0.unrelatedVideos)
            }
            for (formerIndex, name) in former.names.enumerated() {
                guard let index = indices[name] else { continue }
                rows[index] = formerRows[formerIndex]
                stamps[index] = formerStamps[formerIndex]
                unrelatedVideos[index] = formerVideos[formerIndex]
            }
        } else {
            known { name, known in
                guard let index = indices[name] else { return }
                rows[index] = Row(known.facts, texts)
                stamps[index] = known.stamp
                if !known.facts.unrelatedVideos.isEmpty { unrelatedVideos[index] = known.facts.unrelatedVideos }
            }
        }
        state = Mutex(
            State(
                rows: rows, stamps: stamps, unchecked: Set(names.indices), unrelatedVideos: unrelatedVideos,
                unread: stamps.count { $0 == nil }))
    }

    subscript(index: Int) -> Row { state.withLock { $0.rows[index] } }

    var rows: [Row] { state.withLock { $0.rows } }

    /// The time zones of the photos.
    var zones: ZoneTimeline {
        state.withLock { state in
            let zones = state.zones ?? ZoneTimeline(state.rows)
            state.zones = zones
            return zones
        }
    }

    /// Returns the folded text of a field, such as the camera's name; nil if it is unknown or not a text.
    func text(of field: SearchField, at index: Int) -> String? {
        guard let number = self[index].text(of: field), number != 0 else { return nil }
        return texts.text(number)
    }

    /// Returns the total size of a photo's file, its sidecars and its videos; nil if unknown.
    func knownBytes(at index: Int) -> Int? { state.withLock { $0.stamps[index]?.bytes } }

    /// The videos with a photo's name that don't belong to it, by the photo's index.
    var unrelatedVideos: [Int: [BytePath]] { state.withLock { $0.unrelatedVideos } }

    /// The number of photos that haven't been compared with their files in this run.
    var uncheckedCount: Int { state.withLock { $0.unchecked.count } }

    /// Returns the rank of a photo's label: by its color; labels without a color come last. Nil without a label.
    func labelRank(at index: Int) -> Int? {
        let label = self[index].label
        return label == 0 ? nil : texts.labelColor(label)?.rawValue ?? ColorLabel.allCases.count
    }

    /// Whether each photo has facts, or has been read without result.
    var isRead: Bool { state.withLock { $0.unread == 0 } }

    /// Returns the photos that haven't been compared with their files in this run, each with the file version its facts
    /// are from. Marks them as checked.
    func takeUnchecked(_ indices: some Sequence<Int>) -> [(index: Int, known: FileStamp?)] {
        state.withLock { state in
            let taken = indices.compactMap { index in
                state.unchecked.remove(index).map { (index: $0, known: state.stamps[$0]) }
            }
            return taken
        }
    }

    /// Makes photos count as unchecked again.
    func putBack(_ indices: Set<Int>) {
        state.withLock { $0.unchecked.formUnion(indices) }
    }

    /// Replaces facts; each stamp is the file version that its facts were read from.
    func set(_ facts: [(index: Int, facts: PhotoFacts, stamp: FileStamp)]) {
        let rows = facts.map { (index: $0.index, row: Row($0.facts, texts), stamp: $0.stamp) }
        state.withLock { state in
            state.zones = nil
            for new in rows {
                state.rows[new.index] = new.row
                state.stamps[new.index] = new.stamp
            }
            for new in facts {
                state.unrelatedVideos[new.index] =
                    new.facts.unrelatedVideos.isEmpty ? nil : new.facts.unrelatedVideos
            }
        }
    }

    /// Returns the user's assessment of a photo.
    func assessment(at index: Int) -> Assessment { self[index].assessment(texts) }

    /// Adopts what was written to photos. Their files count as unchecked, because the sidecars have changed. The index
    /// is not updated: it could miss what another program writes at the same moment.
    func adopt(_ changes: [(index: Int, change: WrittenChange)]) {
        state.withLock { state in
            for (index, change) in changes { state.rows[index].adopt(change, texts) }
            if changes.contains(where: { $0.change.texts[.date] != nil }) { state.zones = nil }
            state.unchecked.formUnion(changes.map(\.index))
        }
    }

    /// Counts this many photos as read that had no facts.
    func countAsRead(_ count: Int) {
        state.withLock { $0.unread -= count }
    }
}
