extension RandomAccessCollection<UInt8> where Index == Int {
    /// Returns the number in up to eight bytes, most significant byte first; nil unless all of them exist and the
    /// number fits.
    /// - Parameter offset: of the first byte, from the start of the collection.
    @inlinable
    public func bigEndian(_ byteCount: Int, at offset: Int) -> Int? {
        number(byteCount, at: offset) { $0 << 8 | $1 }
    }

    /// Returns the number in up to eight bytes, least significant byte first; nil unless all of them exist and the
    /// number fits.
    /// - Parameter offset: of the first byte, from the start of the collection.
    @inlinable
    public func littleEndian(_ byteCount: Int, at offset: Int) -> Int? {
        var shift: UInt64 = 0
        return number(byteCount, at: offset) { sum, byte in
            defer { shift += 8 }
            return sum | byte << shift
        }
    }

    @inlinable
    func number(_ byteCount: Int, at offset: Int, adding: (_ sum: UInt64, _ byte: UInt64) -> UInt64) -> Int? {
        guard offset >= 0, offset <= count - byteCount else { return nil }
        let start = startIndex + offset
        return Int(exactly: self[start..<start + byteCount].reduce(UInt64(0)) { adding($0, UInt64($1)) })
    }
}
