import Glibc

/// The processor time that this process has used, in milliseconds.
enum ProcessorTime {
    /// The least time of some runs, after one that does not count.
    static func least(ofRuns count: Int, _ body: () -> Void) -> Double {
        body()
        return (0..<count).map { _ in
            let start = now
            body()
            return now - start
        }.min() ?? 0
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
