extension PaintedScene.Kind {
    var vocabulary: SceneVocabulary {
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
        case .balloons: .balloons
        case .meadow: .meadow
        case .blossom: .blossom
        case .fields: .fields
        case .loneTree: .loneTree
        case .bokeh: .bokeh
        case .planet: .planet
        case .underwater: .underwater
        case .tiles: .tiles
        case .snowyVillage: .snowyVillage
        }
    }
}
