import Testing

/// Runs tests on their own thread.
struct OwnThreadTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThread.ofTests) { try await function() }
    }
}

extension Trait where Self == OwnThreadTrait {
    /// Runs tests on a thread of their own, so that they look in time at what happens.
    static var ownThread: Self { Self() }
}
