import Testing

/// Runs tests on a dedicated thread.
struct DedicatedThreadTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(DedicatedThread.ofTests) { try await function() }
    }
}

extension Trait where Self == DedicatedThreadTrait {
    /// Runs tests on a dedicated thread, so that they observe the program without delay.
    static var dedicatedThread: Self { Self() }
}
