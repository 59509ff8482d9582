import Testing

@testable import CursesTerminal

@Suite("Link estimate")
struct LinkEstimateTests {
    private static let millisecond: UInt64 = 1_000_000

    private func sample(
        _ bytes: Int, in milliseconds: UInt64, roundTrip: UInt64 = 20, isSaturated: Bool = true
    ) -> LinkEstimate.Sample {
        LinkEstimate.Sample(
            bytes: bytes, arriving: milliseconds * Self.millisecond, roundTrip: roundTrip * Self.millisecond,
            isSaturated: isSaturated)
    }

    @Test("The rate is unknown before the first report")
    func unknown() {
        let estimate = LinkEstimate()
        #expect(estimate.rate == nil && estimate.roundTrip == nil && estimate.time(for: 1) == nil)
    }

    @Test("The highest recent rate and the shortest round trip count")
    func best() {
        var estimate = LinkEstimate()
        estimate.add(sample(1000, in: 10, roundTrip: 30), at: 0)
        estimate.add(sample(500, in: 10, roundTrip: 50), at: 0)
        #expect(estimate.rate == 100_000)
        #expect(estimate.roundTrip == 30 * Self.millisecond)
        #expect(estimate.time(for: 100_000) == 1.03)
    }

    @Test("A line that becomes slower is noticed")
    func slower() {
        var estimate = LinkEstimate()
        estimate.add(sample(1000, in: 10), at: 0)
        for _ in 0..<8 { estimate.add(sample(100, in: 10), at: 0) }
        #expect(estimate.rate == 10_000)
    }

    @Test("A line that stays much slower is noticed within 100 ms, and a hiccup is forgotten")
    func muchSlower() {
        var estimate = LinkEstimate()
        estimate.add(sample(1_000_000, in: 10), at: 0)
        estimate.add(sample(1000, in: 99), at: 0)
        #expect(estimate.rate == 100_000_000)
        estimate.add(sample(50_000, in: 500), at: 0)
        #expect(estimate.rate == 100_000)
        estimate.add(sample(16_000, in: 1), at: 0)
        #expect(estimate.rate == 16_000_000)
    }

    @Test("A longer round trip is noticed after 10 to 20 seconds")
    func longer() {
        var estimate = LinkEstimate()
        for second in UInt64(0)..<30 {
            estimate.add(sample(0, in: 0, roundTrip: second < 5 ? 20 : 200), at: second * 1000 * Self.millisecond)
            if second == 6 { #expect(estimate.roundTrip == 20 * Self.millisecond) }
        }
        #expect(estimate.roundTrip == 200 * Self.millisecond)
    }

    @Test("Transmission time does not count as a longer round trip")
    func queued() {
        var estimate = LinkEstimate()
        estimate.add(sample(100, in: 20, roundTrip: 20), at: 0)
        for second in UInt64(1)..<60 {
            estimate.add(sample(100_000, in: 800, roundTrip: 800), at: second * 1000 * Self.millisecond)
        }
        #expect(estimate.roundTrip == 20 * Self.millisecond)
    }

    @Test("An idle line gives only a lower bound and is not considered slow")
    func idle() {
        var estimate = LinkEstimate()
        estimate.add(sample(4000, in: 400, isSaturated: false), at: 0)
        #expect(estimate.rate == 10_000 && estimate.time(for: 1000) == nil)
        estimate.add(sample(1000, in: 10), at: 0)
        estimate.add(sample(4000, in: 400, isSaturated: false), at: 0)
        #expect(estimate.rate == 100_000 && estimate.time(for: 8000) == 0.1)
    }

    @Test("A short burst that is buffered does not raise the rate")
    func burst() {
        var estimate = LinkEstimate()
        estimate.add(sample(10_000, in: 100), at: 0)
        estimate.add(sample(1000, in: 1, isSaturated: false), at: 0)
        #expect(estimate.rate == 100_000)
    }

    @Test("If reports arrive in a bunch, the time spent sending counts")
    func bunch() {
        var estimate = LinkEstimate()
        var sample = sample(10_000, in: 1)
        sample.sending = 100 * Self.millisecond
        estimate.add(sample, at: 0)
        #expect(estimate.rate == 100_000)
    }

    @Test("A rate set by the user overrides the measurement")
    func fixed() {
        var estimate = LinkEstimate(fixedRate: 125_000)
        estimate.add(sample(1_000_000, in: 1), at: 0)
        #expect(estimate.rate == 125_000 && estimate.isRateKnown)
    }
}
