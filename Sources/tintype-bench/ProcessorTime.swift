import Glibc

/// Processor time in milliseconds.
enum ProcessorTime {
    /// Returns the least processor time of this process over several runs of `body`, after one warm-up run.
    static func least(ofRuns count: Int, _ body: () -> Void) -> Double {
        body()
        return (0..<count).map { _ in
            let start = ofThisProcess
            body()
            return ofThisProcess - start
        }.min() ?? 0
    }

    /// Returns the least processor time of a command, including all its threads, over several runs; nil if it can't be
    /// run.
    static func least(ofRuns count: Int, of command: [String]) -> Double? {
        (0..<count).compactMap { _ in of(command) }.min()
    }

    private static func of(_ command: [String]) -> Double? {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0)
        }
        let arguments = command.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, command[0], &files, nil, arguments + [nil], environ) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }

    private static var ofThisProcess: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }
}
