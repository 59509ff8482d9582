import Testing

@testable import CursesTerminal

@Suite("Flow control")
struct FlowControlTests {
    private static let millisecond: UInt64 = 1_000_000
    private static let second = 1000 * millisecond

    /// A line with a fixed rate, behind a buffer that accepts everything, that replies once a query has passed
    /// through.
    private struct Line {
        let bytesPerMillisecond: Int
        let roundTrip: UInt64
        var now: UInt64 = Self.start
        private var queue: [(bytes: Int, queries: Bool)] = []
        private var answersAt: [UInt64] = []
        /// Whether the line is interrupted. Afterwards it makes up for the interruption at any speed.
        var isStalled = false
        private var delayed = 0
        private(set) var maxBuffered = 0
        private(set) var carried = 0

        private static let start = 100 * second

        init(bytesPerMillisecond: Int, roundTrip: UInt64) {
            (self.bytesPerMillisecond, self.roundTrip) = (bytesPerMillisecond, roundTrip)
        }

        mutating func write(_ bytes: Int, withQuery: Bool) {
            queue.append((bytes, withQuery))
            maxBuffered = max(maxBuffered, queue.reduce(0) { $0 + $1.bytes })
        }

        mutating func resetPeak() {
            maxBuffered = 0
        }

        /// Advances by one millisecond and returns the number of replies that arrive.
        mutating func tick() -> Int {
            now += millisecond
            guard !isStalled else {
                delayed += bytesPerMillisecond
                return 0
            }
            var room = bytesPerMillisecond + delayed
            defer { delayed = max(0, room - bytesPerMillisecond) }
            while room > 0, let first = queue.first {
                let count = min(room, first.bytes)
                room -= count
                carried += count
                queue[0].bytes -= count
                guard queue[0].bytes == 0 else { break }
                if first.queries { answersAt.append(now + roundTrip * millisecond) }
                queue.removeFirst()
            }
            let arrived = answersAt.prefix { $0 <= now }.count
            answersAt.removeFirst(arrived)
            return arrived
        }
    }

    /// Writes as much as flow control allows and checks for replies every `interval` milliseconds.
    private func run(_ flow: inout FlowControl, _ line: inout Line, milliseconds: Int, interval: Int = 1) {
        var reportStatus = 0
        for millisecond in 1...milliseconds {
            reportStatus += line.tick()
            guard millisecond.isMultiple(of: interval) else { continue }
            flow.expire(at: line.now)
            repeat {
                if reportStatus > 0 {
                    flow.didReceiveReport(at: line.now)
                    reportStatus -= 1
                }
                if flow.canWrite(at: line.now) {
                    let bytes = max(1, flow.window / 4)
                    line.write(bytes, withQuery: true)
                    flow.didWrite(bytes, withQuery: true, at: line.now)
                }
            } while reportStatus > 0 || flow.canWrite(at: line.now)
        }
    }

    /// Returns the flow control of a connection of 1 Mbit/s after its first query.
    private func started(roundTrip: UInt64) -> (FlowControl, Line) {
        var line = Line(bytesPerMillisecond: 125, roundTrip: roundTrip)
        var flow = FlowControl()
        flow.didWrite(4, withQuery: true, at: line.now)
        line.write(4, withQuery: true)
        return (flow, line)
    }

    @Test("Bytes in flight are limited to a round trip, 50 ms and one piece", arguments: [UInt64(0), 20, 200])
    func bounded(roundTrip: UInt64) {
        var (flow, line) = started(roundTrip: roundTrip)
        run(&flow, &line, milliseconds: 3000)
        line.resetPeak()
        run(&flow, &line, milliseconds: 1000)
        let allowed = Int(Double(125 * (Int(roundTrip) + 50)) * 1.25)
        #expect(line.maxBuffered <= allowed + 1000, "\(line.maxBuffered) bytes")
        #expect(flow.bytesInFlight(at: line.now) <= allowed + 1000)
        #expect(abs((flow.estimate.rate ?? 0) - 125_000) < 25_000, "\(flow.estimate.rate ?? 0)")
    }

    @Test("A burst after a stall fills no buffer for long", arguments: [UInt64(0), 20])
    func stalledForAMoment(roundTrip: UInt64) {
        var (flow, line) = started(roundTrip: roundTrip)
        run(&flow, &line, milliseconds: 3000)
        line.resetPeak()
        for _ in 0..<4 {
            line.isStalled = true
            run(&flow, &line, milliseconds: 600)
            line.isStalled = false
            run(&flow, &line, milliseconds: 3000)
        }
        #expect(line.maxBuffered < 250_000, "\(line.maxBuffered) bytes")
    }

    @Test("The connection is kept busy", arguments: [UInt64(0), 20, 200])
    func busy(roundTrip: UInt64) {
        var (flow, line) = started(roundTrip: roundTrip)
        run(&flow, &line, milliseconds: 2000)
        let before = line.carried
        run(&flow, &line, milliseconds: 1000)
        #expect(line.carried - before > 115_000, "\(line.carried - before) bytes")
    }

    @Test("Pieces grow on a quick connection that answers each one before the next")
    func quickAnswers() {
        var flow = FlowControl()
        var now = Self.second
        let first = flow.window
        for _ in 0..<200 {
            flow.didWrite(first / 4, withQuery: true, at: now)
            now += Self.millisecond / 4
            flow.didReceiveReport(at: now)
        }
        // 16 MB/s.
        #expect(flow.window > 20 * first && flow.window < 50 * first + first)
        let (window, rate) = (flow.window, flow.estimate.rate ?? 0)
        #expect(Double(window) <= rate * 0.06)
    }

    @Test("Replies read late and in bunches do not make the line look fast", arguments: [20, 50, 100])
    func bunched(interval: Int) {
        var (flow, line) = started(roundTrip: 5)
        for _ in 0..<50 {
            run(&flow, &line, milliseconds: 100, interval: interval)
            #expect(flow.estimate.rate ?? 0 <= 180_000, "\(flow.estimate.rate ?? 0)")
        }
    }

    @Test("Only back-pressure limits a terminal that does not reply, until it does")
    func silent() {
        var flow = FlowControl()
        let start = 100 * Self.second
        flow.didWrite(20_000, withQuery: true, at: start)
        #expect(!flow.canWrite(at: start))
        flow.expire(at: start + 249 * Self.millisecond)
        #expect(!flow.canWrite(at: start))
        let next = flow.nextCheck(at: start)
        #expect(next == start + 250 * Self.millisecond)
        flow.expire(at: start + 250 * Self.millisecond)
        #expect(flow.isUnlimited && flow.canWrite(at: start + Self.second))
        flow.didReceiveReport(at: start + 2 * Self.second)
        #expect(!flow.isUnlimited)
    }

    @Test("Only back-pressure limits a terminal that has left three queries without a reply")
    func stalled() {
        var flow = FlowControl()
        var now = 100 * Self.second
        flow.didWrite(4, withQuery: true, at: now)
        flow.didReceiveReport(at: now)
        for _ in 0..<3 {
            #expect(!flow.isUnlimited)
            flow.didWrite(100_000, withQuery: true, at: now)
            now += 3 * Self.second
            flow.expire(at: now)
        }
        #expect(flow.isUnlimited)
    }

    @Test("A report that has been given up may still arrive for a while")
    func overdueReports() {
        var flow = FlowControl()
        let start = 100 * Self.second
        flow.didWrite(4, withQuery: true, at: start)
        flow.expire(at: start + Self.second)
        #expect(flow.pendingReports == 0 && flow.possibleReports(at: start + Self.second) == 1)
        flow.didWrite(4, withQuery: true, at: start + Self.second)
        #expect(flow.possibleReports(at: start + Self.second) == 2)
        #expect(flow.possibleReports(at: start + 4 * Self.second) == 1)
        flow.didReceiveReport(at: start + 2 * Self.second)
        flow.didReceiveReport(at: start + 2 * Self.second)
        #expect(flow.possibleReports(at: start + 2 * Self.second) == 0)
    }

    @Test("After another program, a terminal that has answered before is waited for")
    func restarted() {
        var flow = FlowControl()
        let start = 100 * Self.second
        flow.didWrite(4, withQuery: true, at: start)
        flow.didReceiveReport(at: start)
        flow.restart()
        flow.didWrite(100_000, withQuery: true, at: start)
        flow.expire(at: start + Self.second)
        #expect(!flow.isUnlimited && !flow.canWrite(at: start + Self.second))
    }

    @Test("A silent terminal is queried again from time to time, one query at a time")
    func askedAgain() {
        var flow = FlowControl()
        let start = 100 * Self.second
        flow.didWrite(4, withQuery: true, at: start)
        flow.expire(at: start + Self.second)
        #expect(flow.shouldQuery(at: start + Self.second))
        flow.didWrite(4, withQuery: true, at: start + Self.second)
        #expect(!flow.shouldQuery(at: start + 2 * Self.second))
        #expect(flow.shouldQuery(at: start + 4 * Self.second))
    }

    @Test("Through a multiplexer nothing is queried, and only back-pressure limits output")
    func multiplexer() {
        var flow = FlowControl(queriesTerminal: false)
        flow.didWrite(1_000_000, withQuery: false, at: 0)
        #expect(flow.isUnlimited && !flow.shouldQuery(at: 0) && flow.canWrite(at: 0))
        flow.didReceiveReport(at: 0)
        #expect(flow.isUnlimited)
    }

    /// A line without replies that has just drained 50 KB of output at 100 KB/s, with 60 KB in the kernel's queue.
    private func blockedFlow(at now: UInt64) -> FlowControl {
        var flow = FlowControl(queriesTerminal: false)
        flow.didWrite(110_000, withQuery: false, at: now)
        #expect(flow.isUnlimited)
        flow.didQueue(110_000, blocked: 50_000, for: Self.second / 2, at: now)
        return flow
    }

    @Test("Back-pressure measures the rate of a line without replies, and the clock empties its queue")
    func backPressure() {
        let start = 100 * Self.second
        var flow = blockedFlow(at: start)
        #expect(!flow.isUnlimited && flow.estimate.time(for: 50_000) == 0.5)
        #expect(flow.bytesInFlight(at: start) == 60_000 && !flow.canWrite(at: start))
        let next = flow.nextCheck(at: start) ?? 0
        #expect(next > start + Self.second / 2 && next < start + 6 * Self.second / 10)
        #expect(flow.canWrite(at: next) && flow.bytesInFlight(at: next) <= 5000)
        // A moment of waiting measures nothing.
        flow.didWrite(500, withQuery: false, at: next)
        flow.didQueue(500, blocked: 500, for: Self.second, at: next)
        #expect(flow.estimate.time(for: 50_000) == 0.5)
    }

    @Test("A line without replies that has become faster is found by writing more")
    func fasterLine() {
        var now = 100 * Self.second
        var flow = blockedFlow(at: now)
        for _ in 0..<1000 {
            now = flow.nextCheck(at: now) ?? now
            flow.didWrite(5000, withQuery: false, at: now)
            flow.didQueue(5000, blocked: 0, for: 0, at: now)
        }
        #expect(flow.estimate.rate ?? 0 > 200_000)
        // But not if there is nothing to write.
        let rate = flow.estimate.rate
        for _ in 0..<10 {
            now += 10 * Self.second
            flow.didWrite(500, withQuery: false, at: now)
        }
        #expect(flow.estimate.rate == rate)
    }

    @Test("Once a terminal replies, its reports replace the clock")
    func repliesAfterBackPressure() {
        var flow = FlowControl()
        var now = 100 * Self.second
        flow.didWrite(4, withQuery: true, at: now)
        now += Self.second
        flow.expire(at: now)
        flow.didWrite(110_000, withQuery: true, at: now)
        flow.didQueue(110_000, blocked: 50_000, for: Self.second / 2, at: now)
        #expect(flow.estimate.clockRate == 100_000)
        flow.didReceiveReport(at: now + Self.second)
        #expect(flow.estimate.clockRate == nil && flow.canWrite(at: now + Self.second))
    }

    @Test("With a rate set by the user, the clock replaces missing replies")
    func clock() {
        var flow = FlowControl(fixedRate: 125_000, queriesTerminal: false)
        flow.didWrite(12_500, withQuery: false, at: Self.second)
        #expect(!flow.canWrite(at: Self.second))
        #expect(flow.bytesInFlight(at: Self.second) == 12_500)
        #expect(!flow.canWrite(at: Self.second + 40 * Self.millisecond))
        let next = flow.nextCheck(at: Self.second)
        #expect(flow.canWrite(at: next ?? 0))
    }
}
