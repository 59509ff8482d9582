import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Colors and glyphs")
struct ColorTests {
    @Test("Every color of the cube and the gray ramp is nearest to itself")
    func palette() {
        for index in UInt8(16)...255 {
            let color = XtermPalette.color(index)
            #expect(XtermPalette.nearestOf240(color.red, color.green, color.blue) == index)
        }
        for index in UInt8(0)..<16 {
            let color = XtermPalette.color(index)
            #expect(XtermPalette.nearest(ofFirst: 16, color.red, color.green, color.blue) == index)
        }
    }

    @Test("A color that the terminal lacks is replaced by the nearest")
    func depths() {
        let red = Color.rgb(250, 3, 3)
        func palette(_ index: Int) -> Int32 { Int32(ColorNumber.firstOfPalette + index) }
        #expect(ColorMapper(depth: .trueColor).number(of: red) == Int32(ColorNumber.firstTrueColor) | 0xFA0303)
        #expect(ColorMapper(depth: .palette256).number(of: red) == palette(196))
        #expect(ColorMapper(depth: .sixteen).number(of: red) == palette(9))
        #expect(ColorMapper(depth: .eight).number(of: red) == palette(1))
        #expect(ColorMapper(depth: .none).number(of: red) == Int32(ColorNumber.terminal))
        #expect(ColorMapper(depth: .trueColor).number(of: .palette(3)) == palette(3))
        #expect(ColorMapper(depth: .eight).number(of: .palette(9)) == palette(1))
        #expect(ColorMapper(depth: .sixteen).number(of: .palette(196)) == palette(9))
        #expect(ColorMapper(depth: .eight).number(of: .terminal) == Int32(ColorNumber.terminal))
    }

    @Test("Black text is bold only where bold doesn't turn it gray")
    func boldBlack() {
        func attributes(_ foreground: Color, _ depth: ColorDepth) -> Attributes {
            var surface = Surface(size: Size(columns: 1, rows: 1))
            surface.write("a", column: 0, row: 0, style: Style(foreground: foreground, attributes: .bold))
            var frame = NumberedFrame()
            frame.load(surface, colors: ColorMapper(depth: depth))
            return frame.attributes[0]
        }
        let almostBlack = Color.rgb(8, 8, 8)
        #expect(attributes(almostBlack, .sixteen) == [] && attributes(almostBlack, .eight) == [])
        #expect(attributes(almostBlack, .palette256) == .bold && attributes(almostBlack, .trueColor) == .bold)
        #expect(attributes(.rgb(250, 3, 3), .sixteen) == .bold && attributes(.terminal, .eight) == .bold)
    }
}
