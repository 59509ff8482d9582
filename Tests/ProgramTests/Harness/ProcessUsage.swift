import Foundation

/// What a running process has used, from `/proc`.
struct ProcessUsage {
    /// Time on a processor so far, in clock ticks of 10 ms.
    let ticks: Int
    /// The most memory that it ever had at one time, in bytes. (`ru_maxrss` would count the parent's from before exec.)
    let peakMemory: Int
    /// Whether a thread of it works, or waits for a processor or the disk: on a busy computer a program that is not at
    /// rest may get no processor for long.
    let isBusy: Bool

    init(of id: pid_t) throws {
        let stat = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        // The second field is the name in parentheses, which may contain blanks: user and system time are 14 and 15.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        ticks = fields[12...13].compactMap { Int($0) }.reduce(0, +)
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: { $0.isWhitespace }).dropFirst().first.flatMap { Int($0) }
        peakMemory = (kilobytes ?? 0) * 1024
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")
        isBusy = threads.contains { thread in
            // None of a thread that ended meanwhile.
            let stat = (try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/stat", encoding: .utf8)) ?? ""
            let state = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ").dropFirst().first
            return state == "R" || state == "D"
        }
    }
}
