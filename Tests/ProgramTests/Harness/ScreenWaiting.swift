import Foundation
import TestFixtures
import Testing

/// Time limits exist only to end a test if the program hangs; no test asserts a duration.
extension ScreenSession {
    /// The default limit for steps that take an idle computer a moment.
    static var defaultTimeout: Duration { hangLimit }

    /// Waits until a text appears.
    func wait(
        for text: String, limit: Duration = defaultTimeout, at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await wait(until: "“\(text)” is shown", limit: limit, at: location) { $0.text.contains(text) }
    }

    /// Waits until a text disappears.
    func wait(
        forNo text: String, limit: Duration = defaultTimeout, at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await wait(until: "“\(text)” is not shown", limit: limit, at: location) { !$0.text.contains(text) }
    }

    /// Waits until `condition` holds; `description` completes the message “timed out waiting until …”.
    func wait(
        until description: String, limit: Duration = defaultTimeout, at location: SourceLocation = #_sourceLocation,
        _ condition: (ScreenSession) throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        while try !condition(self) {
            guard ContinuousClock.now < end, process.reap() == nil || pump() else {
                // The condition may be that the program has ended.
                if try condition(self) { return }
                throw TimedOut(
                    "line \(location.line): timed out waiting until \(description); the screen was:\n\(text)")
            }
            await passOutput()
        }
    }

    /// Passes output until something has been printed or it is time for another check; checking takes longer than
    /// passing.
    private func passOutput() async {
        let end = ContinuousClock.now + .milliseconds(50)
        var hasPrinted = false
        while ContinuousClock.now < end {
            if pump() {
                hasPrinted = true
            } else if hasPrinted {
                return
            } else {
                await DedicatedThread.sleep(milliseconds: 5)
            }
        }
    }

    /// Types keys repeatedly, like an impatient user, until `condition` holds.
    func type(
        _ keys: String, every interval: Duration = .milliseconds(300), until description: String,
        limit: Duration = defaultTimeout,
        at location: SourceLocation = #_sourceLocation, _ condition: (ScreenSession) throws -> Bool
    ) async throws {
        var next = ContinuousClock.now
        try await wait(until: description, limit: limit, at: location) { session in
            if ContinuousClock.now >= next {
                session.type(keys)
                next = .now + interval
            }
            return try condition(session)
        }
    }

    /// Waits until the program is idle: it and its workers neither print nor work, and it has had time to read all input,
    /// so nothing more changes by itself.
    func waitUntilIdle(limit: Duration = defaultTimeout) async throws {
        let end = ContinuousClock.now + limit
        // Threads are looked at one after another, so a single look may miss the one that works.
        var quietLooks = 0
        while ContinuousClock.now < end {
            // Input that is passed on only at the end of the pause might not have reached the program.
            pump()
            guard unsent.isEmpty else {
                await DedicatedThread.sleep(milliseconds: 5)
                continue
            }
            let before = (try ProcessUsage(of: process.id).ticks, output.count)
            try await pause(.milliseconds(250))
            pump()
            let usage = try ProcessUsage(of: process.id)
            let isQuiet = unsent.isEmpty && !usage.isBusy && (usage.ticks, output.count) == before
            quietLooks = isQuiet ? quietLooks + 1 : 0
            if quietLooks == 2 { return }
        }
        throw TimedOut("timed out waiting until the program is idle; the screen was:\n\(text)")
    }

    /// Waits for a duration while passing output and input.
    func pause(_ duration: Duration) async throws {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {
            if !pump() { await DedicatedThread.sleep(milliseconds: 5) }
        }
    }

    /// Returns the process that restores the terminal if the program cannot.
    func watchdog() async throws -> pid_t {
        var found: pid_t?
        // While other children end, the kernel's list of them may lack one.
        try await waitUntil {
            found = try process.watchdog
            return found != nil
        }
        return try #require(found)
    }

    /// Waits for the program's end and returns how it ended.
    func waitForEnd(limit: Duration = defaultTimeout) async throws -> ChildProcess.Ending {
        try await wait(until: "the program ended", limit: limit) { $0.process.reap() != nil }
        bytesPerSecond = nil
        while pump() {}
        return process.reap() ?? .exited(-1)
    }
}
