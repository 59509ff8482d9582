import Foundation

/// The resource usage of a running process, read from `/proc`.
struct ProcessUsage {
    /// The CPU time so far, in clock ticks of 10 ms.
    let ticks: Int
    /// How often each thread has waited so far, by its number.
    let waits: [String: String]
    /// The peak resident memory in bytes. (`ru_maxrss` would include the parent's memory before exec.)
    let peakMemory: Int
    /// Whether a thread of the process or of its children is running or waiting for a CPU or the disk; on a loaded machine
    /// a busy program may get no CPU time for a while.
    let isBusy: Bool

    init(of id: pid_t) throws {
        let stat = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        // The second field is the name in parentheses and may contain blanks; user and system time are fields 14 and
        // 15.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        ticks = fields[12...13].compactMap { Int($0) }.reduce(0, +)
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: { $0.isWhitespace }).dropFirst().first.flatMap { Int($0) }
        peakMemory = (kilobytes ?? 0) * 1024
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")
        waits = Dictionary(
            uniqueKeysWithValues: threads.map { thread in
                let status = (try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/status", encoding: .utf8)) ?? ""
                let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
                return (thread, String(line ?? ""))
            })
        isBusy = threads.contains { thread in
            let folder = "/proc/\(id)/task/\(thread)"
            // A thread that has ended in the meantime has no files.
            let stat = (try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8)) ?? ""
            let state = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ").dropFirst().first
            if state == "R" || state == "D" { return true }
            let children = (try? String(contentsOfFile: "\(folder)/children", encoding: .utf8)) ?? ""
            return children.split(separator: " ").contains { child in
                pid_t(child).flatMap { try? ProcessUsage(of: $0) }?.isBusy ?? false
            }
        }
    }
}
