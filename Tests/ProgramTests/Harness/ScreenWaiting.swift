import Foundation
import Testing

/// Waiting has a limit only so that a hanging program ends the test: how long something takes is never asserted.
extension ScreenSession {
    /// How long is waited for what a program does in a moment on an idle computer.
    static var patience: Duration { .seconds(60) }

    /// What was waited for and did not come, with the screen as it was at the end.
    struct TimedOut: Error, CustomStringConvertible {
        let description: String
    }

    /// Waits until a text is on the screen.
    func wait(
        for text: String, limit: Duration = patience, at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await wait(until: "“\(text)” is shown", limit: limit, at: location) { $0.text.contains(text) }
    }

    /// Waits until a text is not on the screen.
    func wait(
        forNo text: String, limit: Duration = patience, at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await wait(until: "“\(text)” is not shown", limit: limit, at: location) { !$0.text.contains(text) }
    }

    /// Waits until `condition` holds; `description` completes the sentence “it never came that …”.
    func wait(
        until description: String, limit: Duration = patience, at location: SourceLocation = #_sourceLocation,
        _ condition: (ScreenSession) throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        while try !condition(self) {
            guard ContinuousClock.now < end, process.reap() == nil || pump() else {
                // That the program ended just now may be what is waited for.
                if try condition(self) { return }
                throw TimedOut(
                    description: "line \(location.line): it never came that \(description); the screen was:\n\(text)")
            }
            await passOutput()
        }
    }

    /// Carries what is printed until there is something new to look at, or it may be time for another look: looking takes
    /// longer than carrying.
    private func passOutput() async {
        let end = ContinuousClock.now + .milliseconds(50)
        var hasPrinted = false
        while ContinuousClock.now < end {
            if pump() {
                hasPrinted = true
            } else if hasPrinted {
                return
            } else {
                await OwnThread.ofTests.sleep(milliseconds: 5)
            }
        }
    }

    /// Types keys again and again, as a person does who waits for something to happen, until `condition` holds.
    func type(
        _ keys: String, until description: String, limit: Duration = patience,
        at location: SourceLocation = #_sourceLocation, _ condition: (ScreenSession) throws -> Bool
    ) async throws {
        var next = ContinuousClock.now
        try await wait(until: description, limit: limit, at: location) { session in
            if ContinuousClock.now >= next {
                session.type(keys)
                next = .now + .milliseconds(300)
            }
            return try condition(session)
        }
    }

    /// Waits until the program neither prints nor works and has read what was typed, so that nothing more will change by
    /// itself.
    func waitForRest(limit: Duration = patience) async throws {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            let before = (try ProcessUsage(of: process.id).ticks, output.count)
            try await pause(.milliseconds(400))
            let usage = try ProcessUsage(of: process.id)
            if unsent.isEmpty, !usage.isBusy, (usage.ticks, output.count) == before { return }
        }
        throw TimedOut(description: "it never came to rest; the screen was:\n\(text)")
    }

    /// Waits for a time, carrying what is printed and typed.
    func pause(_ duration: Duration) async throws {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {
            if !pump() { await OwnThread.ofTests.sleep(milliseconds: 5) }
        }
    }

    /// Waits until the program has ended; returns how.
    func waitForEnd(limit: Duration = patience) async throws -> ChildProcess.Ending {
        try await wait(until: "the program ended", limit: limit) { $0.process.reap() != nil }
        bytesPerSecond = nil
        while pump() {}
        return process.reap() ?? .exited(-1)
    }
}
