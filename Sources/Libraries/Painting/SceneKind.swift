extension PaintedScene {
    /// What a scene shows.
    enum Kind: String, CaseIterable, Sendable {
        /// Ranges of mountains with snow, woods and lakes.
        case mountains
        /// Noise bent by noise: silk and marble.
        case plasma
        /// The rim of the Mandelbrot set.
        case mandelbrot

        /// What paints this kind; the random numbers decide everything that differs between two pictures.
        func shader(aspect: Double, random: inout SeededRandom) -> any Shader {
            switch self {
            case .mountains: MountainShader(aspect: aspect, random: &random)
            case .plasma: PlasmaShader(aspect: aspect, random: &random)
            case .mandelbrot: MandelbrotShader(aspect: aspect, random: &random)
            }
        }
    }
}
