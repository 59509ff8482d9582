import Albums

/// Work that waits for a decoding thread: the highest priority first, and within one the newest, since a person has moved
/// on from what was asked before.
struct DecodeQueue {
    struct Job: Sendable {
        let priority: LoadPriority
        let number: Int
        let run: @Sendable () -> Void
        /// Called instead of `run` when the job is dropped.
        let drop: @Sendable () -> Void
    }

    private var jobs: [Job] = []

    var count: Int { jobs.count }

    mutating func insert(_ job: Job) {
        let place = jobs.partitioningIndex { ($0.priority, $0.number) > (job.priority, job.number) }
        jobs.insert(job, at: place)
    }

    /// The job to run next.
    mutating func removeNext() -> Job? {
        jobs.popLast()
    }

    /// Takes out a job that has not been started.
    mutating func remove(number: Int) -> Job? {
        guard let index = jobs.lastIndex(where: { $0.number == number }) else { return nil }
        return jobs.remove(at: index)
    }

    mutating func removeAll() -> [Job] {
        defer { jobs = [] }
        return jobs
    }
}

extension Array {
    /// The first index whose element satisfies a predicate that all elements after it satisfy too.
    fileprivate func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if belongsBehind(self[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
