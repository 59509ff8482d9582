import CDecodingWorker
import Glibc
import Synchronization

/// Memory that the program and a worker share: a flag that cancels the request, and the pixels of the answer. It can
/// neither grow nor shrink, so no process can make the other fault.
///
/// Unchecked because the compiler doesn't know that only one thread of each process uses it at a time.
final class SharedArea: @unchecked Sendable {
    let descriptor: Int32
    /// The size of the part for pixels.
    let bytes: Int
    private let memory: UnsafeMutableRawPointer

    /// The first page contains only the flag.
    private static let pixelOffset = 4096

    /// Creates an area for `bytes` of pixels; nil if there is no memory.
    convenience init?(bytes: Int) {
        let (size, overflow) = bytes.addingReportingOverflow(Self.pixelOffset)
        guard bytes > 0, !overflow else { return nil }
        self.init(descriptor: worker_make_area(size), bytes: bytes)
    }

    /// Maps an area for `bytes` of pixels, and closes its descriptor with it.
    init?(descriptor: Int32, bytes: Int) {
        guard descriptor >= 0 else { return nil }
        let memory = mmap(nil, bytes + Self.pixelOffset, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.memory = memory
        self.bytes = bytes
    }

    deinit {
        munmap(memory, bytes + Self.pixelOffset)
        close(descriptor)
    }

    /// Whether the program has cancelled the request.
    var isCancelled: Bool {
        get { flag.pointee.load(ordering: .relaxed) != 0 }
        set { flag.pointee.store(newValue ? 1 : 0, ordering: .relaxed) }
    }

    private var flag: UnsafeMutablePointer<Atomic<UInt32>> { memory.assumingMemoryBound(to: Atomic<UInt32>.self) }

    /// Copies pixels, or other bytes of an answer, into the area.
    /// - Precondition: they fit.
    func write(_ pixels: [UInt8], at offset: Int = 0) {
        precondition(offset >= 0 && offset <= bytes && pixels.count <= bytes - offset)
        pixels.withUnsafeBytes { source in
            if let start = source.baseAddress { memcpy(memory + Self.pixelOffset + offset, start, source.count) }
        }
    }

    /// Gives the memory of the pixels back to the system until a process writes to it again.
    func discard() {
        madvise(memory + Self.pixelOffset, bytes, MADV_REMOVE)
    }

    /// Returns a copy of the first bytes of the pixels, because a worker may change the area at any time.
    /// - Precondition: the area has as many.
    func read(_ count: Int) -> [UInt8] {
        precondition(count <= bytes)
        return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            if let start = target.baseAddress { memcpy(start, memory + Self.pixelOffset, count) }
            initialized = count
        }
    }
}
