/// The time zones in which photos were taken, by local time; used for photos from cameras that don't record a zone.
struct ZoneTimeline: Sendable {
    /// The first and the last photo of each run of photos in one zone: the local time in milliseconds since 1970, as if
    /// it were UTC, and the minutes east of UTC.
    private let ends: [(local: Int, zone: Int)]

    init(_ rows: some Sequence<AlbumFacts.Row>) {
        let known = rows.compactMap { row in row.localZone.map { (local: row.takenMilliseconds, zone: $0) } }
            .sorted { $0.local < $1.local }
        ends = known.indices.filter { index in
            index == 0 || index == known.count - 1 || known[index].zone != known[index - 1].zone
                || known[index].zone != known[index + 1].zone
        }.map { known[$0] }
    }

    /// Returns the zone of the photo with the nearest local time, in minutes east of UTC; UTC if no zone is known.
    ///
    /// - Parameter local: in milliseconds since 1970, as if it were UTC.
    func zone(at local: Int) -> Int {
        let next = ends.partitioningIndex { $0.local >= local }
        guard next > 0 else { return ends.first?.zone ?? 0 }
        guard next < ends.count else { return ends[next - 1].zone }
        return ends[next].local - local < local - ends[next - 1].local ? ends[next].zone : ends[next - 1].zone
    }
}
