import Basics

/// The priority of a job: first its purpose, then the source of the thumbnail, so that all visible photos get their first
/// pixels before any gets better ones.
struct DecodePriority: Comparable {
    let load: LoadPriority
    /// Nil for work other than thumbnails.
    let source: ThumbnailSource?

    static func < (left: DecodePriority, right: DecodePriority) -> Bool {
        (left.load, right.source?.rawValue ?? 0) < (right.load, left.source?.rawValue ?? 0)
    }
}

/// Jobs waiting for a decoding thread. The highest priority comes first; within a priority the newest, because the user
/// has moved on from older requests.
struct DecodeQueue {
    struct Job: Sendable {
        let priority: DecodePriority
        /// Increases with each request. The jobs of a request follow one another.
        let number: Int
        let run: @Sendable () -> Void
        /// Called instead of `run` if the job is dropped.
        let drop: @Sendable () -> Void
    }

    private var jobs: [Job] = []

    var count: Int { jobs.count }

    mutating func insert(_ job: Job) {
        let index = jobs.partitioningIndex { ($0.priority, $0.number) > (job.priority, job.number) }
        jobs.insert(job, at: index)
    }

    /// Removes and returns the next job to run.
    mutating func removeNext() -> Job? {
        jobs.popLast()
    }

    /// Removes a job that hasn't started.
    mutating func remove(number: Int) -> Job? {
        guard let index = jobs.lastIndex(where: { $0.number == number }) else { return nil }
        return jobs.remove(at: index)
    }

    mutating func removeAll() -> [Job] {
        defer { jobs = [] }
        return jobs
    }
}
