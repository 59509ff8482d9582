/// What holds for one decode, whatever the format.
struct DecodeContext: Sendable {
    let limits: DecodeLimits
    let memory: MemoryBudget
    let stop: DecodeStop

    /// Begins to count the time that the current thread may take.
    init(limits: DecodeLimits, memory: MemoryBudget, stop: DecodeStop) {
        self.limits = limits
        self.memory = memory
        self.stop = stop
        stop.begin(seconds: limits.seconds)
    }
}
