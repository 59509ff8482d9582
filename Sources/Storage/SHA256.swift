import Basics
import Glibc

/// SHA-256 (FIPS 180-4, section 6.2).
struct SHA256 {
    /// The length of a hash, in bytes.
    static let length = 32

    /// Returns the hash of `bytes`.
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        let end = MessagePadding.lastBlocks(of: bytes, length: bigEndianBytes)
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.add($0, length: MessagePadding.wholeLength(of: bytes)) }
        end.withUnsafeBytes { hash.add($0, length: end.count) }
        return hash.state.flatMap { bigEndianBytes($0) }
    }

    /// Returns the hash of a file; nil if it can't be read, is no regular file, or the work is cancelled. Blocks.
    static func hash(ofFileAt path: [UInt8], cancellation: CancellationFlag) -> [UInt8]? {
        // Nonblocking, because opening a FIFO would block until it has a writer.
        let descriptor = path.withCPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: partLength)
        var (used, total) = (0, UInt64(0))
        while true {
            let count = buffer.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + used }, $0.count - used)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0, !cancellation.isCancelled else { return nil }
            if count == 0 { break }
            used += count
            total += UInt64(count)
            guard used == buffer.count else { continue }
            buffer.withUnsafeBytes { hash.add($0, length: used) }
            used = 0
        }
        let whole = used / MessagePadding.blockLength * MessagePadding.blockLength
        buffer.withUnsafeBytes { hash.add($0, length: whole) }
        let end = MessagePadding.lastBlocks(after: buffer[whole..<used], of: total, length: bigEndianBytes)
        end.withUnsafeBytes { hash.add($0, length: end.count) }
        return hash.state.flatMap { bigEndianBytes($0) }
    }

    /// The number of bytes of a file to read at a time; a multiple of the block size.
    private static let partLength = 1 << 20

    /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    private mutating func add(_ bytes: UnsafeRawBufferPointer, length: Int) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.roundConstants.count) { words in
            for start in stride(from: 0, to: length, by: MessagePadding.blockLength) {
                for index in 0..<16 {
                    let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
                    words[index] = UInt32(bigEndian: word)
                }
                addBlock(words)
            }
        }
    }

    /// - Parameter words: the message schedule, with the block's 16 words at the start and space for 48 more.
    private mutating func addBlock(_ words: UnsafeMutableBufferPointer<UInt32>) {
        for index in 16..<words.count {
            let early = words[index - 15]
            let late = words[index - 2]
            let earlySum = early.rotatedRight(7) ^ early.rotatedRight(18) ^ early >> 3
            let lateSum = late.rotatedRight(17) ^ late.rotatedRight(19) ^ late >> 10
            words[index] = words[index - 16] &+ earlySum &+ words[index - 7] &+ lateSum
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<words.count {
            let choice = (e & f) ^ (~e & g)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let first = e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)
            let second = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
            let round = h &+ first &+ choice &+ Self.roundConstants[index] &+ words[index]
            (h, g, f, e) = (g, f, e, d &+ round)
            (d, c, b, a) = (c, b, a, round &+ second &+ majority)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let roundConstants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

private func bigEndianBytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
}

extension UInt32 {
    fileprivate func rotatedRight(_ count: UInt32) -> UInt32 {
        self &>> count | self &<< (32 &- count)
    }
}
