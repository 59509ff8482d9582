import Albums
import Testing

@Suite("Camera names")
struct CameraNameTests {
    @Test("A maker repeated in the model is written once")
    func maker() {
        #expect(CameraName.joined(maker: "NIKON CORPORATION", model: "NIKON D3100") == "NIKON D3100")
        #expect(CameraName.joined(maker: "Canon", model: "EOS 40D") == "Canon EOS 40D")
        #expect(CameraName.joined(maker: nil, model: "X100") == "X100")
        #expect(CameraName.joined(maker: "Leica", model: nil) == "Leica")
        #expect(CameraName.joined(maker: "", model: "") == nil)
    }
}
