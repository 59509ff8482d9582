/// The format-independent parameters of a decode.
struct DecodeContext: Sendable {
    let limits: DecodeLimits
    let memory: MemoryBudget
    let stop: DecodeCancellation

    /// Starts counting the current thread's processor time.
    init(limits: DecodeLimits, memory: MemoryBudget, stop: DecodeCancellation) {
        self.limits = limits
        self.memory = memory
        self.stop = stop
        stop.begin(seconds: limits.seconds)
    }
}
