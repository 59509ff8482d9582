import Testing

@testable import Basics

@Suite("Byte order")
struct ByteOrderTests {
    private let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    @Test("Numbers of one to eight bytes are read in either byte order")
    func numbers() {
        #expect(bytes.bigEndian(1, at: 7) == 8 && bytes.bigEndian(2, at: 0) == 0x0102)
        #expect(bytes.littleEndian(3, at: 1) == 0x04_0302 && bytes.littleEndian(4, at: 4) == 0x0807_0605)
        #expect(bytes.bigEndian(8, at: 0) == 0x0102_0304_0506_0708)
        #expect(bytes.littleEndian(8, at: 0) == 0x0807_0605_0403_0201)
    }

    @Test("An offset counts from the start of a slice")
    func slices() {
        #expect(bytes[4...].bigEndian(2, at: 1) == 0x0607)
        #expect(bytes.withUnsafeBytes { $0.littleEndian(2, at: 6) } == 0x0807)
    }

    @Test("Bytes beyond the ends are no number", arguments: [(4, -1), (4, 5), (1, 8), (1, .max), (1, .min), (9, 0)])
    func bounds(count: Int, offset: Int) {
        #expect(bytes.bigEndian(count, at: offset) == nil && bytes.littleEndian(count, at: offset) == nil)
        #expect(bytes[4...].bigEndian(count, at: offset) == nil)
    }

    @Test("A number that doesn't fit is none")
    func large() {
        let bytes = [UInt8](repeating: 255, count: 8)
        #expect(bytes.bigEndian(8, at: 0) == nil && bytes.littleEndian(8, at: 0) == nil)
        #expect(bytes.bigEndian(7, at: 1) == 1 << 56 - 1)
    }
}
