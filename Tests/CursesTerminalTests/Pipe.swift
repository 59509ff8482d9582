import Glibc
import Synchronization

/// A pipe that takes the place of a terminal.
final class Pipe: Sendable {
    let reading: Int32
    let writing: Int32
    private let isOpen = Atomic(true)

    struct NoPipe: Error {}

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw NoPipe() }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    /// A loop or its writer may outlive the test. Its descriptor stays reserved, so that late writes reach no file of
    /// another test; the reading end is closed last, so that no write raises SIGPIPE.
    deinit {
        if isOpen.load(ordering: .relaxed) {
            let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
            dup2(nowhere, writing)
            _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
            close(nowhere)
        }
        while readSome() != nil {}
        close(reading)
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(writing, bytes, bytes.count)
    }

    func closeWriting() {
        if isOpen.exchange(false, ordering: .relaxed) { close(writing) }
    }

    func read(count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let more = readSome() { bytes += more }
        return bytes
    }

    /// Reads until these bytes arrive.
    func read(until end: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.suffix(end.count) != end[...], let more = readSome() { bytes += more }
        return bytes
    }

    /// Whether a write would block.
    var isFull: Bool {
        var ready = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
        return poll(&ready, 1, 0) == 0
    }

    /// Reads all bytes that are available now.
    func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) > 0, let more = readSome() { bytes += more }
        return bytes
    }

    private func readSome() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, Glibc.read(reading, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : bytes
    }
}
