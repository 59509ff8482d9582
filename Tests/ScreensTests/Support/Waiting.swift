import TestFixtures
import Testing

/// Waits until a condition holds, and fails the test if it never does.
@MainActor
func until(
    _ what: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async -> Bool
) async {
    do {
        try await waitUntil { await condition() }
    } catch {
        Issue.record("Timed out waiting for: \(what())", sourceLocation: sourceLocation)
    }
}

/// Lets work finish that waits neither for a manual clock nor for a request held back. Afterwards a test can
/// expect that nothing has happened.
@MainActor
func settle() async {
    // Each round passes through the shared thread pool, after the work queued there, and back to the main actor.
    for _ in 0..<50 { await Task.detached {}.value }
}
