import FoundationEssentials
import Synchronization

@testable import Libraries

/// Time that passes only when a test says so or something waits, and what was asked of it.
final class WaitingRecord: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    private let slept = Mutex<[Duration]>([])
    private let told = Mutex<[String]>([])

    var now: Date { time.withLock { $0 } }

    /// How long each wait was to be.
    var sleeps: [Duration] { slept.withLock { $0 } }

    /// What was told of waits, such as `127.0.0.1 5`.
    var announcements: [String] { told.withLock { $0 } }

    func pass(seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }

    /// Waits that end at once, as if the time had passed.
    var waiting: RetryWaiting {
        RetryWaiting(
            now: { self.now },
            sleep: { duration in
                self.slept.withLock { $0.append(duration) }
                self.pass(seconds: TimeInterval(duration / .milliseconds(1)) / 1000)
            },
            jitter: { 0 },
            onWait: { host, seconds in self.told.withLock { $0.append("\(host.prefix { $0 != ":" }) \(seconds)") } })
    }
}
