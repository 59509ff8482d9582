import TerminalUI
import Testing

@testable import Screens

@Suite("Scrolling lines")
struct LineScrollTests {
    @Test("Scrolls to the last line and says whether there are more")
    func scrolls() {
        var scroll = LineScroll()
        scroll.layOut(count: 30, height: 10)
        #expect(scroll.visible == 0..<10 && scroll.isScrollable)
        _ = scroll.handle(Key(.pageDown))
        #expect(scroll.visible == 10..<20)
        _ = scroll.handle(Key(.end))
        #expect(scroll.visible == 20..<30)
        _ = scroll.handle(Key("j"))
        #expect(scroll.visible == 20..<30)
        _ = scroll.handle(Key("k"))
        #expect(scroll.visible == 19..<29)
        let response = scroll.handle(Key("x"))
        #expect(response == .unused)
    }

    @Test("A shorter page or a taller terminal never shows blank lines below the end")
    func layOut() {
        var scroll = LineScroll()
        scroll.layOut(count: 30, height: 10)
        _ = scroll.handle(Key(.end))
        scroll.layOut(count: 30, height: 25)
        #expect(scroll.visible == 5..<30)
        scroll.layOut(count: 3, height: 25)
        #expect(scroll.visible == 0..<3 && !scroll.isScrollable)
    }

    @Test("A growing page follows its end only while the user is there")
    func follows() {
        var scroll = LineScroll()
        scroll.layOut(count: 30, height: 10, followsEnd: true)
        #expect(scroll.visible == 0..<10)
        _ = scroll.handle(Key(.end))
        scroll.layOut(count: 35, height: 10, followsEnd: true)
        #expect(scroll.visible == 25..<35)
        _ = scroll.handle(Key("k"))
        scroll.layOut(count: 40, height: 10, followsEnd: true)
        #expect(scroll.visible == 24..<34)
    }
}
