import Dispatch
import Testing

@testable import CursesTerminal

@Suite("Outstanding queries")
struct OutstandingQueriesTests {
    private let start = DispatchTime(uptimeNanoseconds: 1_000_000_000)
    private let queries = TerminalQueries.cellSize + TerminalQueries.last

    @Test("Answers are expected until the last query is answered, or two seconds have passed")
    func expecting() {
        var outstanding = OutstandingQueries()
        #expect(!outstanding.isExpectingAnswers(at: start))
        outstanding.didSend(queries, at: start)
        outstanding.didSend(queries, at: start)
        outstanding.didSend(TerminalQueries.cellSize, at: start)
        #expect(outstanding.expectedLastAnswers(at: start) == 2)
        #expect(outstanding.isExpectingAnswers(at: start + .milliseconds(1999)))
        #expect(!outstanding.isExpectingAnswers(at: start + .seconds(2)))
        outstanding.didReceiveLastAnswer(endsAnswers: true)
        #expect(outstanding.isExpectingAnswers(at: start))
        outstanding.didReceiveLastAnswer(endsAnswers: true)
        #expect(!outstanding.isExpectingAnswers(at: start) && outstanding.expectedLastAnswers(at: start) == 0)
    }

    @Test("Inside tmux, the terminal around it may answer after the last query")
    func throughTmux() {
        var outstanding = OutstandingQueries()
        outstanding.didSend(queries, at: start)
        outstanding.didReceiveLastAnswer(endsAnswers: false)
        #expect(outstanding.isExpectingAnswers(at: start) && outstanding.expectedLastAnswers(at: start) == 0)
    }

    @Test("An answer that was given up isn't expected any longer after the next query")
    func givenUp() {
        var outstanding = OutstandingQueries()
        outstanding.didSend(queries, at: start)
        outstanding.didSend(queries, at: start + .seconds(3))
        #expect(outstanding.expectedLastAnswers(at: start + .seconds(3)) == 1)
    }

    @Test("A terminal that hasn't answered for a second is mute, unless it has answered before")
    func mute() {
        var outstanding = OutstandingQueries()
        #expect(!outstanding.isMute(at: start))
        outstanding.didSend(queries, at: start)
        #expect(!outstanding.isMute(at: start + .seconds(1)) && outstanding.isMute(at: start + .milliseconds(1001)))
        outstanding.didReceiveAnswer()
        #expect(!outstanding.isMute(at: start + .seconds(5)))
    }
}
