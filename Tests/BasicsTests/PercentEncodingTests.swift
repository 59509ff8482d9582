import Basics
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test("All but unreserved characters are encoded")
    func encoding() {
        #expect(PercentEncoding.encode(Array("aZ09-._~".utf8)) == "aZ09-._~")
        #expect(PercentEncoding.encode(Array("a b/é%".utf8)) == "a%20b%2F%C3%A9%25")
    }

    @Test("Decoding an encoded text gives its bytes, whatever they are")
    func everyByte() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(PercentEncoding.decode(PercentEncoding.encode(bytes)) == bytes)
        #expect(PercentEncoding.decode("%c3%A9") == Array("é".utf8))
    }

    @Test("A percent sign without two digits is not decoded", arguments: ["%", "%4", "%zz", "a%", "%+1", "%41%"])
    func malformed(text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }
}
