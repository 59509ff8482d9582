import Foundation

/// What a running process has used, from `/proc`.
struct ProcessUsage {
    /// Time on a processor so far, in clock ticks of 10 ms.
    let ticks: Int
    /// The most memory that it ever had at one time, in bytes. (`ru_maxrss` would count the parent's from before exec.)
    let peakMemory: Int

    init(of id: pid_t) throws {
        let stat = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        // The second field is the name in parentheses, which may contain blanks: user and system time are 14 and 15.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        ticks = fields[12...13].compactMap { Int($0) }.reduce(0, +)
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: { $0.isWhitespace }).dropFirst().first.flatMap { Int($0) }
        peakMemory = (kilobytes ?? 0) * 1024
    }
}
