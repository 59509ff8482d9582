import Foundation

/// A thread of a program under test.
struct ProgramThread {
    let id: pid_t
    let name: String
    let niceness: Int

    /// Lets the thread continue without a stack, as after a stack overflow: it crashes at once, and a signal handler can
    /// run only on an alternate stack.
    func exhaustStack() throws {
        try trace(Self.seize)
        try trace(Self.interrupt)
        var status: Int32 = 0
        // Threads too (__WALL).
        guard waitpid(id, &status, 0x4000_0000) == id else { throw SystemError("waitpid") }
        var registers = [UInt](repeating: 0, count: 64)
        try withRegisters(&registers) { try trace(Self.getRegisters, 1, $0) }
        // No program may use the lowest pages.
        registers[Self.stackPointer] = 0x1000
        registers[Self.programCounter] = 0x1000
        try withRegisters(&registers) { try trace(Self.setRegisters, 1, $0) }
        try trace(Self.detach)
    }

    private static let (seize, interrupt, detach) = (0x4206, 0x4207, 17)
    private static let (getRegisters, setRegisters) = (0x4204, 0x4205)

    #if arch(arm64)
        private static let (stackPointer, programCounter, registerBytes) = (31, 32, 34 * 8)
    #else
        private static let (stackPointer, programCounter, registerBytes) = (19, 16, 27 * 8)
    #endif

    private func withRegisters(_ registers: inout [UInt], _ body: (Int) throws -> Void) throws {
        try registers.withUnsafeMutableBytes { bytes in
            var vector = iovec(iov_base: bytes.baseAddress, iov_len: Self.registerBytes)
            try withUnsafeMutablePointer(to: &vector) { try body(Int(bitPattern: $0)) }
        }
    }

    private func trace(_ request: Int, _ address: Int = 0, _ data: Int = 0) throws {
        // Swift doesn't import variadic functions.
        guard let function = dlsym(nil, "ptrace") else { throw SystemError("dlsym") }
        let ptrace = unsafeBitCast(function, to: (@convention(c) (Int, Int, Int, Int) -> Int).self)
        guard ptrace(request, Int(id), address, data) == 0 else { throw SystemError("ptrace") }
    }
}

extension ChildProcess {
    /// The threads of the program, oldest first. The first is the main thread.
    var threads: [ProgramThread] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task").compactMap { pid_t($0) }.sorted()
                .compactMap { thread in
                    // A thread that has ended in the meantime has no file.
                    guard
                        let stat = try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/stat", encoding: .utf8)
                    else { return nil }
                    let nameEnd = stat.lastIndex(of: ")") ?? stat.startIndex
                    // The niceness is field 19; the name is field 2.
                    let fields = stat[nameEnd...].split(separator: " ")
                    return ProgramThread(
                        id: thread, name: String(stat[..<nameEnd].drop { $0 != "(" }.dropFirst()),
                        niceness: fields.count > 17 ? Int(fields[17]) ?? 0 : 0)
                }
        }
    }

    /// The process that restores the terminal if the program cannot; nil before it changes the terminal.
    var watchdog: pid_t? { get throws { try child("terminal watchdog") } }

    /// A process that decodes pictures; nil if there is none.
    var decoder: pid_t? { get throws { try child("tintype: decoder") } }

    private func child(_ name: String) throws -> pid_t? {
        try threads.flatMap { thread in
            let list = try? String(contentsOfFile: "/proc/\(id)/task/\(thread.id)/children", encoding: .utf8)
            return (list ?? "").split(separator: " ").compactMap { pid_t($0) }
        }.first { FileManager.default.contents(atPath: "/proc/\($0)/cmdline") == Data("\(name)\0".utf8) }
    }

    /// Whether another process has ended.
    static func hasEnded(_ process: pid_t) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        // A zombie has ended; its parent has not yet read its exit status.
        return stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].hasPrefix(") Z")
    }
}
