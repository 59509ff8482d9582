import Albums
import Testing

@Suite("Addresses")
struct AddressTests {
    @Test("An account is written in shell notation")
    func account() {
        #expect(Address.account(user: "ada", host: "engine", path: "~/Pictures").line == "ada@engine:~/Pictures")
    }

    @Test("A postal address is written on one line; missing parts are skipped")
    func postal() {
        let known = Address.PostalAddress(
            street: "Kulas Light", suite: "Apt. 556", city: "Gwenborough", zipcode: "92998-3874")
        #expect(Address.postal(known).line == "Kulas Light, Apt. 556, 92998-3874 Gwenborough")
        #expect(Address.postal(Address.PostalAddress(street: "", city: "Gwenborough")).line == "Gwenborough")
        #expect(Address.postal(Address.PostalAddress(street: "", city: "")).line.isEmpty)
    }
}
