import FoundationEssentials
import Synchronization

@testable import HTTP

/// A clock that advances only when a test says so or code waits, and a record of those waits.
final class FakeRetryClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    private let slept = Mutex<[Duration]>([])
    private let messages = Mutex<[String]>([])

    var now: Date { time.withLock { $0 } }

    /// The requested length of each wait.
    var sleeps: [Duration] { slept.withLock { $0 } }

    /// The announced waits, such as `127.0.0.1 5`.
    var announcements: [String] { messages.withLock { $0 } }

    func pass(seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }

    /// Waits that return at once and advance the clock.
    var timing: RetryTiming {
        RetryTiming(
            now: { self.now },
            sleep: { duration in
                self.slept.withLock { $0.append(duration) }
                self.pass(seconds: TimeInterval(duration / .milliseconds(1)) / 1000)
            },
            jitter: { 0 },
            onPause: { host, seconds in self.messages.withLock { $0.append("\(host.prefix { $0 != ":" }) \(seconds)") }
            }
        )
    }
}
