/// Linear RGB light, with 1 in each channel for sRGB white; supports addition and averaging.
typealias LinearColor = SIMD3<Double>

extension LinearColor {
    /// Converts an sRGB color in web notation, such as `0xFFCC00`.
    init(_ hex: UInt32) {
        let lights = SRGBEncoding.shared.lights
        self.init(lights[Int(hex >> 16 & 255)], lights[Int(hex >> 8 & 255)], lights[Int(hex & 255)])
    }

    /// The tone-mapped color: highlights approach white smoothly, as on film.
    @inline(__always)
    var exposed: LinearColor {
        let shoulder = 0.75
        let room = (1 - shoulder) * (1 - shoulder)
        let bright = LinearColor(repeating: 1) - room / (self + (1 - 2 * shoulder))
        return replacing(with: bright, where: self .> shoulder)
    }
}
