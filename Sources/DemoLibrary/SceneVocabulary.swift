/// Vocabulary for pictures of one kind: a title is a subject and a setting, a description is a remark.
struct SceneVocabulary: Sendable {
    let subjects: [String]
    let settings: [String]
    let remarks: [String]
    /// Tags shared by all pictures of the kind.
    let tags: [String]
    /// Tags of which each picture gets one.
    let moods: [String]
}

extension PaintedScene.Kind {
    var vocabulary: SceneVocabulary {
        switch self {
        case .mountains: .mountains
        case .dunes: .dunes
        case .seaAtDusk: .seaAtDusk
        case .aurora: .aurora
        case .nightSky: .nightSky
        case .forest: .forest
        case .balloons: .balloons
        case .blossom: .blossom
        case .fields: .fields
        case .loneTree: .loneTree
        case .bokeh: .bokeh
        }
    }
}

extension SceneVocabulary {
    fileprivate static let mountains = SceneVocabulary(
        subjects: [
            "The north ridge", "A saddle", "The high pass", "The far range", "Two summits", "The old path",
            "A high valley", "The watershed", "The first peak", "Old snow", "The shoulder", "Five ranges",
        ],
        settings: [
            "above Lake Miran", "from the hut", "after the rain", "going down", "in thin air", "near Oltra", "on foot",
            "on day two", "at last", "from afar", "in autumn", "in silence",
        ],
        remarks: [
            "We stopped here to eat the last of the bread.", "The map says that there is a path.",
            "It took three days for the clouds to lift.", "From here on it is only down.",
            "I have walked around it twice and never up.", "We were silent for an hour.",
        ],
        tags: ["mountains", "landscape"], moods: ["hiking", "wide view", "cold", "quiet", "thin air"])

    fileprivate static let dunes = SceneVocabulary(
        subjects: [
            "The long crest", "A field of dunes", "Soft sand", "The third dune", "A knife edge", "The old caravan way",
            "Slip face", "Wind lines", "The red slope", "An empty quarter", "Shade", "The star dune",
        ],
        settings: [
            "near Tin Azel", "after the wind", "on foot", "far from the well", "before the heat", "in the Erg Selma",
            "without footprints", "seen from the camp", "on day four", "going west", "and its shadow",
            "without a track",
        ],
        remarks: [
            "By the next morning it had moved.", "The sand was still warm an hour later.",
            "Not one footprint but ours.", "The driver knew it by its name.", "It sang when we walked down.",
            "We waited for the shadow to reach the crest.",
        ],
        tags: ["dunes", "desert"], moods: ["heat", "minimal", "wide view", "quiet", "sand"])

    fileprivate static let seaAtDusk = SceneVocabulary(
        subjects: [
            "Low sun", "The bay", "Evening water", "The last sail", "The west coast", "A calm sea", "The headland",
            "Gold water", "The harbor mouth", "Slack tide", "The long swell", "Going home",
        ],
        settings: [
            "off Porto Salgado", "from the pier", "with the engine off", "in September", "at anchor", "on the way back",
            "past the cape", "before the lamp was lit", "with no wind", "seen from the net loft", "after supper",
            "at dusk",
        ],
        remarks: [
            "We turned the engine off and drifted.", "The light lasted for eleven minutes.",
            "You could hear the other boat a mile away.", "The sun went down behind the cape, as it does.",
            "Even the gulls sat down.", "The sea was so flat that the sky lay in it.",
        ],
        tags: ["sea", "dusk"], moods: ["calm", "sailing", "sunset", "gold", "coast"])

    fileprivate static let aurora = SceneVocabulary(
        subjects: [
            "Northern lights", "Green curtains", "The first veil", "A long arc", "Sky fire", "A quiet band",
            "The corona", "Slow light", "The bright hour", "Two veils", "The lake and the sky", "Light without sound",
        ],
        settings: [
            "over Nordlysvik", "in January", "from the jetty", "at minus twenty", "over the fjord",
            "before the clouds came", "at two o'clock", "with frozen fingers", "past the last house", "on the ice",
            "for ten minutes", "in the lake",
        ],
        remarks: [
            "I had already packed the tripod.", "It lasted for as long as the thermos.",
            "The snow turned green for a while.", "The whole village stood outside in slippers.",
            "Twenty seconds, and it still moved.", "Grandmother says not to whistle at it.",
        ],
        tags: ["aurora", "night"], moods: ["winter", "cold", "green", "long exposure", "stars"])

    fileprivate static let nightSky = SceneVocabulary(
        subjects: [
            "The Milky Way", "Clear night", "Stars", "New moon", "The galaxy's arm", "A dark sky", "Summer stars",
            "The southern half", "The whole sky", "Old light", "Ten thousand suns", "The dark lane",
        ],
        settings: [
            "over the hills", "from Kumogaoka", "above the observatory", "in August", "far from any lamp",
            "at three o'clock", "with the dew falling", "behind the barn", "after moonset", "from the meadow",
            "over the ridge", "looking south",
        ],
        remarks: [
            "My eyes needed twenty minutes.", "The dew ended the night before the dawn did.",
            "The glow on the left is a town of nine lamps.", "Some of this light is older than the alphabet.",
            "A fox looked in and left.", "Thirty seconds at f/2, and a warm hat.",
        ],
        tags: ["night sky", "stars"], moods: ["long exposure", "dark", "quiet", "summer", "Milky Way"])

    fileprivate static let forest = SceneVocabulary(
        subjects: [
            "Trunks", "The old growth", "A clearing", "Spruce and mist", "The path", "Moss country", "Low branches",
            "The wet side", "Cloud forest", "Young trees", "The last grove", "Rows of firs",
        ],
        settings: [
            "in the fog", "in Alto Verde", "after the rain", "in June", "facing north", "near the spring", "at noon",
            "in half light", "past the road", "from the ridge", "at six", "and no birds",
        ],
        remarks: [
            "The fog came in behind us and stayed.", "Some of these are older than the town.",
            "You hear the water long before you see it.", "I stood still until the birds sang again.",
            "We planted the small ones ourselves.", "It smelled of resin and rain.",
        ],
        tags: ["forest", "trees"], moods: ["fog", "green", "quiet", "rain", "walking"])

    fileprivate static let balloons = SceneVocabulary(
        subjects: [
            "Balloons", "The red one", "Morning flight", "The fleet", "Lift-off", "Above the hills", "Drifting",
            "The slow race", "Nine in the air", "The striped one",
        ],
        settings: [
            "at sunrise", "over the valley", "without wind", "from the landing field", "on festival day",
            "after the mist", "past the church", "seen from ours", "at six in the morning", "heading east",
        ],
        remarks: [
            "The burner is the only sound.", "We landed in a field of very calm cows.",
            "The pilot steers by going up and down.", "Breakfast was at eight hundred meters.",
            "It is never cold up there; you move with the wind.",
        ],
        tags: ["balloons", "sky"], moods: ["morning", "flight", "festival", "color", "hills"])

    fileprivate static let blossom = SceneVocabulary(
        subjects: [
            "Dahlia", "First bloom", "The red one", "Petals", "Lotus", "Water lily", "A gift", "From seed",
            "The prize flower", "Open at last",
        ],
        settings: [
            "in the morning", "by the wall", "for Ines", "seen from above", "after three years", "in the shade",
            "before the frost", "with dew", "in September", "on the third day",
        ],
        remarks: [
            "It opened between two cups of tea.", "Forty petals; I took one off to count.",
            "The neighbor asked for a cutting.", "It smells of nothing and does not care.",
            "The same bulb as last year.",
        ],
        tags: ["flower", "garden"], moods: ["macro", "petals", "color", "bloom", "symmetry"])

    fileprivate static let fields = SceneVocabulary(
        subjects: [
            "Lavender", "Rows", "The tulip fields", "The tea slope", "Straight lines", "Furrows", "The one tree",
            "Harvest road", "A thousand rows", "The plain",
        ],
        settings: [
            "to the horizon", "in the evening", "before the harvest", "from the ladder", "after the tractor",
            "with the tree", "at noon", "in the third week of June", "under clouds", "from the train",
        ],
        remarks: [
            "The rows meet nowhere; I walked to look.", "You smell it before you see it.",
            "They plant by string, as ever.", "The tree is left for the lunch break.", "A week later it was all cut.",
        ],
        tags: ["fields", "countryside"], moods: ["perspective", "summer", "rows", "color", "harvest"])

    fileprivate static let loneTree = SceneVocabulary(
        subjects: [
            "The tree", "The cherry tree", "The old maple", "On the hill", "The lime tree", "The one on the hill",
            "The wishing tree", "Our tree", "The last oak", "The pear tree",
        ],
        settings: [
            "in April", "in October", "before the sun", "after the first frost", "with falling leaves",
            "at the end of the path", "again", "on the way home", "in the still air", "from the gate",
        ],
        remarks: [
            "We measure the children against it.", "The same tree, every year, from the same stone.",
            "It was struck twice and is still here.", "The wind took the rest on Sunday.",
            "You can see the sea from the third branch.",
        ],
        tags: ["tree", "hill"], moods: ["season", "alone", "sun", "leaves", "quiet"])

    fileprivate static let bokeh = SceneVocabulary(
        subjects: [
            "Lights", "Out of focus", "The avenue", "Rain on the lens", "Night market", "Lanterns", "Traffic",
            "The fair", "Festoon", "Headlamps",
        ],
        settings: [
            "from the tram", "in December", "without my glasses", "wide open", "by the harbor", "after the rain",
            "at closing time", "across the square", "at f/1.4", "on the bridge",
        ],
        remarks: [
            "I forgot to focus and liked it.", "Each disc is a lamp, a car or a star.",
            "The shape is the lens's, not the light's.", "That is how it looks without my glasses.",
            "The tram shook; the lights held still.",
        ],
        tags: ["bokeh", "lights"], moods: ["night", "blur", "color", "street", "warm"])
}
