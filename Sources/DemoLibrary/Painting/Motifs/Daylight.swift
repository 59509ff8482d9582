/// The colors of sky and land at a time of day.
struct Daylight: Sendable {
    /// From the zenith to the horizon.
    let sky: [UInt32]
    /// The light of the sun or moon, and the color of shadows.
    let sun: UInt32
    let shade: UInt32
    /// The color of distant objects.
    let haze: UInt32
    let cloud: UInt32
    let cloudShade: UInt32
    /// The height of the sun, from 0 at the horizon to 1 at the top.
    let sunHeight: ClosedRange<Double>
    /// The width of the glow around the sun.
    let glow: Double

    static let day = [
        Daylight(
            sky: [0x2468B4, 0x4E95D6, 0x9CCBEC, 0xDCEEF5], sun: 0xFFF3D6, shade: 0x3A5A86, haze: 0xB9D6EA,
            cloud: 0xFFFFFF, cloudShade: 0xA9BDD4, sunHeight: 0.62...0.85, glow: 0.35),
        Daylight(
            sky: [0x1D5FA8, 0x3F97CF, 0x86D0DE, 0xE3F4E6], sun: 0xFFF0C0, shade: 0x33607E, haze: 0xBFE0DF,
            cloud: 0xFFFDF6, cloudShade: 0x9FBCCB, sunHeight: 0.55...0.8, glow: 0.4),
    ]

    static let morning = [
        Daylight(
            sky: [0x3F6FAE, 0x8DB3D9, 0xF3D9C4, 0xFFE3AE], sun: 0xFFE3A0, shade: 0x46588A, haze: 0xF0D3BF,
            cloud: 0xFFF0DC, cloudShade: 0xB59CB4, sunHeight: 0.12...0.3, glow: 0.8),
        Daylight(
            sky: [0x5A7DB8, 0xA9B6DC, 0xF2C3CC, 0xFFD9B0], sun: 0xFFD7A8, shade: 0x54548C, haze: 0xECC0C8,
            cloud: 0xFFE4DC, cloudShade: 0xA98FB5, sunHeight: 0.08...0.25, glow: 0.9),
    ]

    static let evening = [
        Daylight(
            sky: [0x22336E, 0x6A4C93, 0xE8735A, 0xFFC15E], sun: 0xFFB65C, shade: 0x3A2F63, haze: 0xE58A6A,
            cloud: 0xFF9C6B, cloudShade: 0x6B4A83, sunHeight: 0.04...0.16, glow: 1.1),
        Daylight(
            sky: [0x2B2A5C, 0x8A3F7A, 0xF0605A, 0xFFD08A], sun: 0xFFC074, shade: 0x412A5E, haze: 0xE2736E,
            cloud: 0xFF8D7C, cloudShade: 0x743D78, sunHeight: 0.05...0.2, glow: 1.0),
        Daylight(
            sky: [0x30548F, 0x8C8FB4, 0xF7B267, 0xFFE29A], sun: 0xFFD27A, shade: 0x4B4A6E, haze: 0xEFB98A,
            cloud: 0xFFDFA8, cloudShade: 0x8D7A98, sunHeight: 0.1...0.3, glow: 1.0),
    ]

    static let dusk = [
        Daylight(
            sky: [0x101A40, 0x2E3F7E, 0x8A5E9E, 0xF59A86], sun: 0xFFA88A, shade: 0x1C2148, haze: 0x7D6399,
            cloud: 0xD9829A, cloudShade: 0x3A3A70, sunHeight: 0.01...0.06, glow: 0.8),
        Daylight(
            sky: [0x0C2340, 0x1F5070, 0x5E9A99, 0xF6C98C], sun: 0xFFCF8E, shade: 0x14304A, haze: 0x5B8F95,
            cloud: 0xE8B98F, cloudShade: 0x2C5570, sunHeight: 0.01...0.06, glow: 0.8),
    ]

    static let moonlight = [
        Daylight(
            sky: [0x070D24, 0x12224C, 0x284878, 0x5A7FA6], sun: 0xDDE8FF, shade: 0x0E1B38, haze: 0x3C5E8C,
            cloud: 0x8FA8CC, cloudShade: 0x1C2F58, sunHeight: 0.5...0.8, glow: 0.3),
        Daylight(
            sky: [0x0B0A26, 0x231A50, 0x4A3578, 0x8A6AA0], sun: 0xFFF0DC, shade: 0x1A1238, haze: 0x5B4688,
            cloud: 0xB09AC4, cloudShade: 0x33265E, sunHeight: 0.4...0.75, glow: 0.35),
    ]
}
