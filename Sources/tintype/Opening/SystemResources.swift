import Dispatch
import Glibc

/// The minimum resources of a run. With less, Dispatch and Swift end the program later, or wait forever.
enum SystemResources {
    /// The limit of the shell that leaves too little.
    enum Shortage {
        case files(limit: Int)
        case addressSpace
        case threads
    }

    static let minFiles = 64
    private static let sufficientFiles = 256
    /// The threads of a busy run, its decoders and the watchdog.
    private static let minThreads = 16
    /// Memory pools of threads reserve addresses that they rarely use.
    static let minAddressSpace = 1 << 30

    /// Checks the limits of this process, and raises that of open files if the user may.
    static func check() throws(StartFailure) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var files = rlimit()
        if getrlimit(resource, &files) == 0, files.rlim_cur < sufficientFiles {
            files.rlim_cur = min(files.rlim_max, rlim_t(sufficientFiles))
            setrlimit(resource, &files)
            guard files.rlim_cur >= minFiles else { throw .shortage(.files(limit: Int(files.rlim_cur))) }
        }
        let space = mmap(nil, minAddressSpace, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let space, space != MAP_FAILED else { throw .shortage(.addressSpace) }
        munmap(space, minAddressSpace)
        guard canStartThreads(minThreads) else { throw .shortage(.threads) }
    }

    private static func canStartThreads(_ count: Int) -> Bool {
        let gate = DispatchSemaphore(value: 0)
        var threads: [pthread_t] = []
        for _ in 0..<count {
            var thread = pthread_t()
            let error = pthread_create(
                &thread, nil,
                { gate in
                    gate.map { Unmanaged<DispatchSemaphore>.fromOpaque($0).takeUnretainedValue().wait() }
                    return nil
                }, Unmanaged.passUnretained(gate).toOpaque())
            if error == 0 { threads.append(thread) }
        }
        for _ in threads { gate.signal() }
        for thread in threads { pthread_join(thread, nil) }
        return threads.count == count
    }
}
