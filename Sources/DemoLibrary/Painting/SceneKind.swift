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
        /// Hot-air balloons above misty hills.
        case balloons
        /// One flower seen from above.
        case blossom
        /// Rows of lavender or tulips that run to the horizon.
        case fields
        /// A tree on a hill in front of a large low sun.
        case loneTree
        /// Street lights out of focus.
        case bokeh

        /// Creates the shader of this kind. The random numbers determine everything that varies between pictures.
        func shader(for area: SampledArea, random: inout SeededRandom) -> any Shader {
            switch self {
            case .mountains: MountainShader(area: area, random: &random)
            case .dunes: DuneShader(area: area, random: &random)
            case .seaAtDusk: SeaShader(area: area, random: &random)
            case .aurora: AuroraShader(area: area, random: &random)
            case .nightSky: NightSkyShader(area: area, random: &random)
            case .forest: ForestShader(area: area, random: &random)
            case .balloons: BalloonShader(area: area, random: &random)
            case .blossom: BlossomShader(area: area, random: &random)
            case .fields: FieldShader(area: area, random: &random)
            case .loneTree: LoneTreeShader(area: area, random: &random)
            case .bokeh: BokehShader(random: &random)
            }
        }
    }
}
