/// Flow control: limits the output in flight to the connection's bandwidth-delay product plus 50 ms' worth.
extension LinkProgress {
    /// In seconds: the output in flight that is allowed beyond one round trip.
    private static let slack = 0.05
    /// In bytes: the most of it. A local terminal that suddenly has no processor time would show outdated pages for seconds.
    private static let maxSlack = 256.0 * 1024
    /// In bytes: the minimum window while the rate of the connection is unknown.
    private static let firstWindow = 16 * 1024

    /// The maximum number of bytes in flight.
    var window: Int {
        guard !isUnlimited else { return .max }
        guard let rate = estimate.rate else { return Self.firstWindow }
        // After a pause, a connection may carry a little at any speed, and then fall back to its own.
        let most = Double(max(Self.firstWindow, min(provenBytes, 1 << 29)))
        let bytes = min(rate * Double(estimate.roundTrip ?? 0) / 1e9 + min(rate * Self.slack, Self.maxSlack), most)
        // Small pieces may never saturate a quick connection.
        guard estimate.isRateKnown else { return max(Self.firstWindow, Int(bytes)) }
        return max(1, Int(estimate.isRampingUp ? 2 * bytes : bytes))
    }

    /// Returns the size of the piece to write next, so that another one can precede the rest.
    /// - Parameter unlimited: the size if only back-pressure limits the output.
    func pieceBytes(ifUnlimited unlimited: Int) -> Int { isUnlimited ? unlimited : max(1, window / 4) }

    /// Returns whether more may be written now.
    func canWrite(at now: UInt64) -> Bool {
        isUnlimited || bytesInFlight(at: now) < window
    }

    /// Returns whether these bytes would leave at once, so that what is written next doesn't wait behind them.
    func leavesAtOnce(_ bytes: Int, at now: UInt64) -> Bool {
        guard now >= transmittedAt else { return false }
        guard witness != .clock, let rate = estimate.rate, let roundTrip = estimate.roundTrip else { return true }
        let inFlight = bytesInFlight(at: now)
        // The rate may have dropped below the recent maximum, so a queue could grow.
        return inFlight == 0 || Double(inFlight + bytes) <= rate * Double(roundTrip) / 1e9
    }
}
