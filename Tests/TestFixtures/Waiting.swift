import Foundation

/// The time after which a test stops waiting. It only ends tests that would hang; no test asserts a duration.
public let hangLimit = Duration.seconds(
    ProcessInfo.processInfo.environment["TINTYPE_HANG_LIMIT"].flatMap { Int($0) } ?? 600)

/// The condition that was not met in time.
public struct TimedOut: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// Waits until `condition` holds, and throws if it never does, so that a test that can't succeed fails.
public func waitUntil(
    isolation: isolated (any Actor)? = #isolation, file: String = #fileID, line: Int = #line,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + hangLimit
    while try await !condition() {
        // The test may also have passed its own time limit.
        guard ContinuousClock.now < end, !Task.isCancelled else {
            throw TimedOut("\(file), line \(line): timed out waiting")
        }
        await DedicatedThread.sleep(milliseconds: 1)
    }
}
