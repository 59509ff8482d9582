import Testing

/// Runs tests on a dedicated thread.
struct OwnThreadTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThread.ofTests) { try await function() }
    }
}

extension Trait where Self == OwnThreadTrait {
    /// Runs tests on a dedicated thread, so that they observe the program without delay.
    static var ownThread: Self { Self() }
}
