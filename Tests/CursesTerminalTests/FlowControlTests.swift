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
    private func run(_ link: inout LinkProgress, _ line: inout Line, milliseconds: Int, interval: Int = 1) {
        var reportStatus = 0
        for millisecond in 1...milliseconds {
            reportStatus += line.tick()
            guard millisecond.isMultiple(of: interval) else { continue }
            link.expire(at: line.now)
            repeat {
                if reportStatus > 0 {
                    link.didReceiveReport(at: line.now)
                    reportStatus -= 1
                }
                if link.canWrite(at: line.now) {
                    let bytes = max(1, link.window / 4)
                    line.write(bytes, withQuery: true)
                    link.didWrite(bytes, withQuery: true, at: line.now)
                }
            } while reportStatus > 0 || link.canWrite(at: line.now)
        }
    }

    /// Returns the progress over a connection of 1 Mbit/s after its first query.
    private func started(roundTrip: UInt64) -> (LinkProgress, Line) {
        var line = Line(bytesPerMillisecond: 125, roundTrip: roundTrip)
        var link = LinkProgress()
        link.didWrite(4, withQuery: true, at: line.now)
        line.write(4, withQuery: true)
        return (link, line)
    }

    @Test("Bytes in flight are limited to a round trip, 50 ms and one piece", arguments: [UInt64(0), 20, 200])
    func bounded(roundTrip: UInt64) {
        var (link, line) = started(roundTrip: roundTrip)
        run(&link, &line, milliseconds: 3000)
        line.resetPeak()
        run(&link, &line, milliseconds: 1000)
        let allowed = Int(Double(125 * (Int(roundTrip) + 50)) * 1.25)
        #expect(line.maxBuffered <= allowed + 1000, "\(line.maxBuffered) bytes")
        #expect(link.bytesInFlight(at: line.now) <= allowed + 1000)
        #expect(abs((link.estimate.rate ?? 0) - 125_000) < 25_000, "\(link.estimate.rate ?? 0)")
    }

    @Test("A burst after a stall fills no buffer for long", arguments: [UInt64(0), 20])
    func stalledForAMoment(roundTrip: UInt64) {
        var (link, line) = started(roundTrip: roundTrip)
        run(&link, &line, milliseconds: 3000)
        line.resetPeak()
        for _ in 0..<4 {
            line.isStalled = true
            run(&link, &line, milliseconds: 600)
            line.isStalled = false
            run(&link, &line, milliseconds: 3000)
        }
        #expect(line.maxBuffered < 250_000, "\(line.maxBuffered) bytes")
    }

    @Test("The connection is kept busy", arguments: [UInt64(0), 20, 200])
    func busy(roundTrip: UInt64) {
        var (link, line) = started(roundTrip: roundTrip)
        run(&link, &line, milliseconds: 2000)
        let before = line.carried
        run(&link, &line, milliseconds: 1000)
        #expect(line.carried - before > 115_000, "\(line.carried - before) bytes")
    }

    @Test("Output that leaves at once makes no queue, and keeps the connection almost as busy")
    func leavesAtOnce() {
        var (link, line) = started(roundTrip: 80)
        run(&link, &line, milliseconds: 3000)
        var carried = 0
        for millisecond in 1...2000 {
            for _ in 0..<line.tick() { link.didReceiveReport(at: line.now) }
            if millisecond == 1000 {
                line.resetPeak()
                carried = line.carried
            }
            if link.leavesAtOnce(2000, at: line.now) {
                line.write(2000, withQuery: true)
                link.didWrite(2000, withQuery: true, at: line.now)
            }
        }
        #expect(line.maxBuffered <= 4000, "\(line.maxBuffered) bytes")
        #expect(line.carried - carried > 90_000, "\(line.carried - carried) bytes")
    }

    @Test("Pieces grow on a quick connection that answers each one before the next")
    func quickAnswers() {
        var link = LinkProgress()
        var now = Self.second
        let first = link.window
        for _ in 0..<200 {
            link.didWrite(first / 4, withQuery: true, at: now)
            now += Self.millisecond / 4
            link.didReceiveReport(at: now)
        }
        // 16 MB/s, but the terminal may lose its processor.
        #expect(link.window > 10 * first && link.window <= 300 * 1024)
        let (window, rate) = (link.window, link.estimate.rate ?? 0)
        #expect(Double(window) <= rate * 0.06)
    }

    @Test("Replies read late and in bunches do not make the line look fast", arguments: [20, 50, 100])
    func bunched(interval: Int) {
        var (link, line) = started(roundTrip: 5)
        for _ in 0..<50 {
            run(&link, &line, milliseconds: 100, interval: interval)
            #expect(link.estimate.rate ?? 0 <= 180_000, "\(link.estimate.rate ?? 0)")
        }
    }

    @Test("Only back-pressure limits a terminal that does not reply, until it does")
    func silent() {
        var link = LinkProgress()
        let start = 100 * Self.second
        link.didWrite(20_000, withQuery: true, at: start)
        #expect(!link.canWrite(at: start))
        link.expire(at: start + 249 * Self.millisecond)
        #expect(!link.canWrite(at: start))
        let next = link.nextCheck(at: start)
        #expect(next == start + 250 * Self.millisecond)
        link.expire(at: start + 250 * Self.millisecond)
        #expect(link.isUnlimited && link.canWrite(at: start + Self.second))
        link.didReceiveReport(at: start + 2 * Self.second)
        #expect(!link.isUnlimited)
    }

    @Test("Only back-pressure limits a terminal that has left three queries without a reply")
    func stalled() {
        var link = LinkProgress()
        var now = 100 * Self.second
        link.didWrite(4, withQuery: true, at: now)
        link.didReceiveReport(at: now)
        for _ in 0..<3 {
            #expect(!link.isUnlimited)
            link.didWrite(100_000, withQuery: true, at: now)
            now += 3 * Self.second
            link.expire(at: now)
        }
        #expect(link.isUnlimited)
    }

    @Test("A report that has been given up may still arrive for a while")
    func overdueReports() {
        var link = LinkProgress()
        let start = 100 * Self.second
        link.didWrite(4, withQuery: true, at: start)
        link.expire(at: start + Self.second)
        #expect(link.pendingReports == 0 && link.possibleReports(at: start + Self.second) == 1)
        link.didWrite(4, withQuery: true, at: start + Self.second)
        #expect(link.possibleReports(at: start + Self.second) == 2)
        #expect(link.possibleReports(at: start + 4 * Self.second) == 1)
        link.didReceiveReport(at: start + 2 * Self.second)
        link.didReceiveReport(at: start + 2 * Self.second)
        #expect(link.possibleReports(at: start + 2 * Self.second) == 0)
    }

    @Test("After another program, a terminal that has answered before is waited for")
    func restarted() {
        var link = LinkProgress()
        let start = 100 * Self.second
        link.didWrite(4, withQuery: true, at: start)
        link.didReceiveReport(at: start)
        link.restart()
        link.didWrite(100_000, withQuery: true, at: start)
        link.expire(at: start + Self.second)
        #expect(!link.isUnlimited && !link.canWrite(at: start + Self.second))
    }

    @Test("A silent terminal is queried again from time to time, one query at a time")
    func askedAgain() {
        var link = LinkProgress()
        let start = 100 * Self.second
        link.didWrite(4, withQuery: true, at: start)
        link.expire(at: start + Self.second)
        #expect(link.shouldQuery(at: start + Self.second))
        link.didWrite(4, withQuery: true, at: start + Self.second)
        #expect(!link.shouldQuery(at: start + 2 * Self.second))
        #expect(link.shouldQuery(at: start + 4 * Self.second))
    }

    @Test("Through a multiplexer nothing is queried, and only back-pressure limits output")
    func multiplexer() {
        var link = LinkProgress(asking: .nobody)
        link.didWrite(1_000_000, withQuery: false, at: 0)
        #expect(link.isUnlimited && !link.shouldQuery(at: 0) && link.canWrite(at: 0))
        link.didReceiveReport(at: 0)
        #expect(link.isUnlimited)
    }

    /// A line without replies that has just drained 50 KB of output at 100 KB/s, with 60 KB in the kernel's queue.
    private func blockedFlow(at now: UInt64) -> LinkProgress {
        var link = LinkProgress(asking: .nobody)
        link.didWrite(110_000, withQuery: false, at: now)
        #expect(link.isUnlimited)
        link.didFlush(110_000, blocked: 50_000, for: Self.second / 2, at: now)
        return link
    }

    @Test("Back-pressure measures the rate of a line without replies, and the clock empties its queue")
    func backPressure() {
        let start = 100 * Self.second
        var link = blockedFlow(at: start)
        #expect(!link.isUnlimited && link.estimate.time(for: 50_000) == 0.5)
        #expect(link.bytesInFlight(at: start) == 60_000 && !link.canWrite(at: start))
        let next = link.nextCheck(at: start) ?? 0
        #expect(next > start + Self.second / 2 && next < start + 6 * Self.second / 10)
        #expect(link.canWrite(at: next) && link.bytesInFlight(at: next) <= 5000)
        // A moment of waiting measures nothing.
        link.didWrite(500, withQuery: false, at: next)
        link.didFlush(500, blocked: 500, for: Self.second, at: next)
        #expect(link.estimate.time(for: 50_000) == 0.5)
    }

    @Test("A line without replies that has become faster is found by writing more")
    func fasterLine() {
        var now = 100 * Self.second
        var link = blockedFlow(at: now)
        for _ in 0..<1000 {
            now = link.nextCheck(at: now) ?? now
            link.didWrite(5000, withQuery: false, at: now)
            link.didFlush(5000, blocked: 0, for: 0, at: now)
        }
        #expect(link.estimate.rate ?? 0 > 200_000)
        // But not if there is nothing to write.
        let rate = link.estimate.rate
        for _ in 0..<10 {
            now += 10 * Self.second
            link.didWrite(500, withQuery: false, at: now)
        }
        #expect(link.estimate.rate == rate)
    }

    @Test("Once a terminal replies, its reports replace the clock")
    func repliesAfterBackPressure() {
        var link = LinkProgress()
        var now = 100 * Self.second
        link.didWrite(4, withQuery: true, at: now)
        now += Self.second
        link.expire(at: now)
        link.didWrite(110_000, withQuery: true, at: now)
        link.didFlush(110_000, blocked: 50_000, for: Self.second / 2, at: now)
        #expect(link.estimate.clockRate == 100_000)
        link.didReceiveReport(at: now + Self.second)
        #expect(link.estimate.clockRate == nil && link.canWrite(at: now + Self.second))
    }

    @Test("With a rate set by the user, the clock replaces missing replies")
    func clock() {
        var link = LinkProgress(fixedRate: 125_000, asking: .nobody)
        link.didWrite(12_500, withQuery: false, at: Self.second)
        #expect(!link.canWrite(at: Self.second))
        #expect(link.bytesInFlight(at: Self.second) == 12_500)
        #expect(!link.canWrite(at: Self.second + 40 * Self.millisecond))
        let next = link.nextCheck(at: Self.second)
        #expect(link.canWrite(at: next ?? 0))
    }
}
