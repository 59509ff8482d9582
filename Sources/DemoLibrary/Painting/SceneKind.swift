extension PaintedScene {
    /// The motif of a scene.
    enum Kind: String, CaseIterable, Sendable {
        /// Mountain ranges with snow, woods and lakes.
        case mountains
        /// A desert with sharp crests between sun and shade.
        case dunes
        /// A low sun over the sea, with headlands and sails.
        case seaAtDusk
        /// Northern lights over snowy mountains and a lake.
        case aurora
        /// The Milky Way over dark hills.
        case nightSky
        /// Rows of trunks in the mist, and shafts of sunlight.
        case forest
        /// A skyline after sunset, reflected in the water.
        case cityAtNight
        /// Great waves in the style of woodblock prints.
        case waves
        /// Solids on a table in the light of one window.
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
        /// A tree on a hill in front of a large low sun.
        case loneTree
        /// Street lights out of focus.
        case bokeh
        /// A planet with rings or storms in front of a nebula.
        case planet
        /// A reef with a shoal of fish in rays of sunlight.
        case underwater
        /// Glazed tiles with one pattern, mirrored and repeated.
        case tiles
        /// A village in the snow at night.
        case snowyVillage
        /// Domain-warped noise: silk and marble.
        case plasma
        /// Julia sets: spirals, dendrites and rabbits.
        case juliaSet
        /// The boundary of the Mandelbrot set.
        case mandelbrot

        /// Creates the shader of this kind. The random numbers determine everything that varies between pictures.
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
