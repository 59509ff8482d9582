import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Saving a copy", .timeLimit(.minutes(5)))
struct CopyTests {
    private let shop = CopyShop()

    private func open() async -> TestStage {
        let stage = TestStage(library: ShelfLibrary(), copies: shop)
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("1/48")
        stage.press(Key(.enter))
        await stage.see("fit  1/48")
        return stage
    }

    @Test("S asks for a path, Enter saves there, and a notice tells where")
    func saves() async {
        let stage = await open()
        stage.press(Key("S"))
        #expect(stage.row(23) == " Save as: ~/Pictures/Photo 1")
        stage.type("n")
        stage.press(Key(.enter))
        await stage.see("Saved as ~/Pictures/Photo 1n.jpg")
        #expect(shop.orders == [CopyShop.Order(photo: Photo.ID("Album 1/1"), path: "~/Pictures/Photo 1n")])
        stage.press(Key("n"))
        await stage.see("2/48")
    }

    @Test("Esc saves nothing")
    func cancels() async {
        let stage = await open()
        stage.press(Key("S"), Key(.escape))
        await stage.see("fit  1/48")
        #expect(shop.orders.isEmpty)
    }

    @Test("A copy that takes long shows how far it has come")
    func progress() async {
        let stage = await open()
        shop.set(isHeld: true)
        stage.press(Key("S"), Key(.enter))
        await stage.until("an order") { !shop.orders.isEmpty }
        #expect(!stage.text.contains("saving"))
        await stage.seeSlowly("saving 45%")
        shop.set(isHeld: false)
        await stage.see("Saved as")
        stage.press(Key("0"))
        await stage.see("fit  1/48")
    }

    @Test("A copy goes on when the viewer is left, and tells when it is there")
    func goesOn() async {
        let stage = await open()
        shop.set(isHeld: true)
        stage.press(Key("S"), Key(.enter))
        await stage.until("an order") { !shop.orders.isEmpty }
        stage.press(Key(.escape), Key(.escape))
        await stage.see("Ada Lovelace")
        shop.set(isHeld: false)
        await stage.see("Saved as ~/Pictures/Photo 1.jpg")
    }

    @Test("A copy that cannot be saved says why")
    func failure() async {
        let stage = await open()
        shop.set(failure: .unreadable(reason: "No space left on device"))
        stage.press(Key("S"), Key(.enter))
        await stage.see("Not saved: No space left on device")
    }
}
