import Glibc
import HTTP
import Synchronization

/// Measures the HTTP client: 20,000 requests for 50 KB, half of them cancelled within 3 ms.
enum HTTPRequests {
    private static let requestCount = 20_000
    private static let tasksAtOnce = 40

    static func measure(_ address: String) async {
        let cache = ResponseStore(read: { _ in nil }, write: { _, _ in }, remove: { _ in })
        let client = HTTPClient(userAgent: "Tintype", cache: cache, onResponse: { _ in }, onPause: { _, _ in })
        let tally = Tally()
        let clock = ContinuousClock()
        let start = clock.now
        await withDiscardingTaskGroup { group in
            for worker in 0..<tasksAtOnce {
                group.addTask {
                    for number in stride(from: worker, to: requestCount, by: tasksAtOnce) {
                        let request = HTTPRequest(url: "\(address)/\(number)", kind: .picture)
                        let task = Task { try await client.send(request) }
                        if number / tasksAtOnce % 2 == 1 {
                            try? await Task.sleep(for: .microseconds(number * 7919 % 3000))
                            let cancelled = clock.now
                            task.cancel()
                            _ = await task.result
                            tally.slowest.withLock { $0 = max($0, cancelled.duration(to: clock.now)) }
                        }
                        let outcome = Outcome(await task.result)
                        tally.outcomes.withLock { $0[outcome, default: 0] += 1 }
                    }
                }
            }
        }
        let seconds = start.duration(to: clock.now) / .seconds(1)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let processor =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        let outcomes = tally.outcomes.withLock { $0 }
        for (outcome, count) in outcomes.sorted(by: { $0.value > $1.value }) { print(outcome, count) }
        print("seconds \(seconds), processor \(processor), memory \(usage.ru_maxrss / 1024) MB")
        print("slowest cancellation", tally.slowest.withLock { $0 } / .milliseconds(1), "ms")
    }

    private final class Tally: Sendable {
        let outcomes = Mutex<[Outcome: Int]>([:])
        let slowest = Mutex(Duration.zero)
    }

    private enum Outcome: Hashable {
        case answered
        case wrong
        case cancelled
        case failed(String)

        init(_ result: Result<HTTPResponse, any Error>) {
            switch result {
            case .success(let response): self = response.body.count == BenchmarkServer.bodySize ? .answered : .wrong
            case .failure(is CancellationError): self = .cancelled
            case .failure(let error): self = .failed("\(error)")
            }
        }
    }
}
