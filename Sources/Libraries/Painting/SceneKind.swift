extension PaintedScene {
    /// What a scene shows.
    enum Kind: String, CaseIterable, Sendable {
        /// Ranges of mountains with snow, woods and lakes.
        case mountains
        /// A desert with sharp crests between sun and shade.
        case dunes
        /// A low sun over the water, with headlands and sails.
        case seaAtDusk
        /// Northern lights over snowy mountains and a lake.
        case aurora
        /// The Milky Way over dark hills.
        case nightSky
        /// Trunks behind trunks in the mist, and shafts of sun.
        case forest
        /// A skyline after sunset, mirrored in the water.
        case cityAtNight
        /// Great waves after the woodblock prints.
        case waves
        /// Spheres on a table in the light of one window.
        case stillLife
        /// A leaded window of colored glass.
        case stainedGlass
        /// Hot-air balloons above misty hills.
        case balloons
        /// A meadow in bloom up to the hills.
        case meadow
        /// One flower seen from above.
        case blossom
        /// Rows of lavender or tulips that run to the horizon.
        case fields
        /// A tree on a hill before a large low sun.
        case loneTree
        /// Lights of a street out of focus.
        case bokeh
        /// A world with rings or storms before a nebula.
        case planet
        /// A reef with a shoal of fish under rays of sun.
        case underwater
        /// Glazed tiles, one pattern mirrored and repeated.
        case tiles
        /// A village in the snow at night.
        case snowyVillage
        /// Noise bent by noise: silk and marble.
        case plasma
        /// Julia sets: spirals, dendrites and rabbits.
        case juliaSet
        /// The rim of the Mandelbrot set.
        case mandelbrot

        /// What paints this kind; the random numbers decide everything that differs between two pictures.
        func shader(aspect: Double, random: inout SeededRandom) -> any Shader {
            switch self {
            case .mountains: MountainShader(aspect: aspect, random: &random)
            case .dunes: DuneShader(aspect: aspect, random: &random)
            case .seaAtDusk: SeaShader(aspect: aspect, random: &random)
            case .aurora: AuroraShader(aspect: aspect, random: &random)
            case .nightSky: NightSkyShader(aspect: aspect, random: &random)
            case .forest: ForestShader(aspect: aspect, random: &random)
            case .cityAtNight: CityShader(aspect: aspect, random: &random)
            case .waves: WaveShader(aspect: aspect, random: &random)
            case .stillLife: StillLifeShader(aspect: aspect, random: &random)
            case .stainedGlass:
                random.chance(0.45)
                    ? RoseWindowShader(aspect: aspect, random: &random)
                    : StainedGlassShader(aspect: aspect, random: &random)
            case .balloons: BalloonShader(aspect: aspect, random: &random)
            case .meadow: MeadowShader(aspect: aspect, random: &random)
            case .blossom: BlossomShader(aspect: aspect, random: &random)
            case .fields: FieldShader(aspect: aspect, random: &random)
            case .loneTree: LoneTreeShader(aspect: aspect, random: &random)
            case .bokeh: BokehShader(aspect: aspect, random: &random)
            case .planet: PlanetShader(aspect: aspect, random: &random)
            case .underwater: UnderwaterShader(aspect: aspect, random: &random)
            case .tiles: TileShader(aspect: aspect, random: &random)
            case .snowyVillage: VillageShader(aspect: aspect, random: &random)
            case .plasma: PlasmaShader(aspect: aspect, random: &random)
            case .juliaSet: JuliaShader(aspect: aspect, random: &random)
            case .mandelbrot: MandelbrotShader(aspect: aspect, random: &random)
            }
        }
    }
}
