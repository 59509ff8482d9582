/// An encoded picture at a stable memory address, because the decoding libraries keep pointers into it.
final class FileBytes {
    let bytes: UnsafeRawBufferPointer
    private let memory: UnsafeMutableRawBufferPointer

    /// - Parameter fill: writes into the memory and returns the number of bytes written.
    init(capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
        memory = .allocate(byteCount: max(capacity, 1), alignment: 16)
        do {
            bytes = UnsafeRawBufferPointer(rebasing: memory[..<(try fill(memory))])
        } catch {
            memory.deallocate()
            throw error
        }
    }

    deinit {
        memory.deallocate()
    }

    var count: Int { bytes.count }

    /// The address of the first byte, in the type that the C libraries expect.
    var start: UnsafePointer<UInt8> {
        UnsafePointer(memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self))
    }
}
