/// A write-ahead log of SQLite, read as far as its checksums confirm it, even after damage.
///
/// The format: https://www.sqlite.org/fileformat2.html#walformat
struct SQLiteLog {
    /// A page that was written to the log.
    struct Frame {
        let page: Int
        /// The position of the page's bytes in the log.
        let range: Range<Int>
    }

    let bytes: [UInt8]
    /// Nil if neither the header nor a frame can be read.
    private(set) var pageSize: Int?
    /// The frames of the transactions that SQLite would read.
    private(set) var committed: [Frame] = []
    /// All frames since the log was last emptied, also damaged ones and those of a last transaction that wasn't completed.
    private(set) var readable: [Frame] = []
    /// Whether SQLite would drop completed transactions because something before their end is damaged.
    ///
    /// Damage at the very end looks like a transaction that a crash has interrupted (`isUnfinished`).
    private(set) var isDamaged = false
    /// Whether pages follow those of the last transaction that SQLite would read.
    var isUnfinished: Bool { readable.count > committed.count }
    /// The `user_version` of the database after the committed transactions; nil if they haven't changed its first page.
    var userVersion: Int? {
        committed.last { $0.page == 1 }.flatMap {
            bytes.bigEndian(4, at: $0.range.lowerBound + SQLitePages.positionOfVersion)
        }
    }

    private static let headerSize = 32
    private static let frameHeaderSize = 24

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= Self.headerSize else { return }
        let stored = Checksum(in: bytes, at: 24)
        let computed = [true, false].map { Checksum().adding(bytes[0..<24], isBigEndian: $0) }
        let order = [true, false].first { isBigEndian in
            bytes.bigEndian(4, at: 0) == (isBigEndian ? 0x377F_0683 : 0x377F_0682)
                && Checksum().adding(bytes[0..<24], isBigEndian: isBigEndian) == stored
        }
        let size = order == nil ? SQLitePages.defaultPageSize : bytes.bigEndian(4, at: 8)
        guard let size, SQLitePages.isPageSize(size) else { return }
        pageSize = size
        // Without a header, the first frame is of the last use of the log.
        let salts = order == nil ? Self.headerSize + 8 : 16
        guard salts + 8 <= bytes.count else { return }
        readFrames(
            pageSize: size, isBigEndian: order ?? (UInt32(1).bigEndian == 1), salts: Array(bytes[salts..<salts + 8]),
            isIntact: order != nil, before: [stored] + computed)
    }

    /// - Parameters:
    ///   - isIntact: Whether the header is.
    ///   - before: the checksums that the first frame may continue.
    private mutating func readFrames(
        pageSize: Int, isBigEndian: Bool, salts: [UInt8], isIntact: Bool, before: [Checksum]
    ) {
        var isIntact = isIntact
        var before = before
        var pending: [Frame] = []
        var frames: [Frame] = []
        // Frames of an earlier use of the log follow those of the last one.
        var count = 0
        var start = Self.headerSize
        while start + Self.frameHeaderSize + pageSize <= bytes.count {
            guard let page = bytes.bigEndian(4, at: start) else { break }
            let data = start + Self.frameHeaderSize..<start + Self.frameHeaderSize + pageSize
            let frame = Frame(page: page, range: data)
            let stored = Checksum(in: bytes, at: start + 16)
            let computed = before.map {
                $0.adding(bytes[start..<start + 8], isBigEndian: isBigEndian)
                    .adding(bytes[data], isBigEndian: isBigEndian)
            }
            let isConfirmed = computed.contains(stored)
            let hasSalts = bytes[start + 8..<start + 16].elementsEqual(salts)
            let isCommit = bytes.bigEndian(4, at: start + 4) != 0
            if hasSalts || isConfirmed && count == frames.count { count = frames.count + 1 }
            frames.append(frame)
            isIntact = isIntact && hasSalts && isConfirmed
            if isIntact {
                pending.append(frame)
                if isCommit {
                    committed += pending
                    pending = []
                }
            } else if hasSalts, isConfirmed, isCommit {
                isDamaged = true
            }
            // The next frame continues the checksum as stored here or, if that is damaged, as computed.
            before = Array(Set([stored] + computed.prefix(2)))
            start = data.upperBound
        }
        readable = Array(frames.prefix(count))
    }

    /// The checksum of the log, which continues from frame to frame.
    private struct Checksum: Hashable {
        private let low: UInt32
        private let high: UInt32

        init(low: UInt32 = 0, high: UInt32 = 0) {
            self.low = low
            self.high = high
        }

        init(in bytes: [UInt8], at position: Int) {
            low = UInt32(truncatingIfNeeded: bytes.bigEndian(4, at: position) ?? 0)
            high = UInt32(truncatingIfNeeded: bytes.bigEndian(4, at: position + 4) ?? 0)
        }

        /// Returns the checksum after bytes; their number must be a multiple of eight.
        func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Checksum {
            var (low, high) = (low, high)
            bytes.withUnsafeBytes { bytes in
                for position in stride(from: 0, to: bytes.count - 7, by: 8) {
                    let first = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
                    let second = bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
                    low = low &+ (isBigEndian ? first.bigEndian : first.littleEndian) &+ high
                    high = high &+ (isBigEndian ? second.bigEndian : second.littleEndian) &+ low
                }
            }
            return Checksum(low: low, high: high)
        }
    }
}
