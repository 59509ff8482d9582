extension PaintedScene.Kind {
    var words: SceneWords {
        switch self {
        case .mountains: .mountains
        case .dunes: .dunes
        case .seaAtDusk: .seaAtDusk
        case .aurora: .aurora
        case .nightSky: .nightSky
        case .forest: .forest
        case .cityAtNight: .cityAtNight
        case .plasma: .plasma
        case .juliaSet: .juliaSet
        case .mandelbrot: .mandelbrot
        case .stainedGlass: .stainedGlass
        case .stillLife: .stillLife
        case .waves: .waves
        }
    }
}
