extension SceneVocabulary {
    static let balloons = SceneVocabulary(
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

    static let bokeh = SceneVocabulary(
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

    static let planet = SceneVocabulary(
        subjects: [
            "The giant", "Rings", "The red world", "Far side", "Approach", "The blue one", "World with a moon",
            "Cloud bands", "Terminator", "Fly-by",
        ],
        settings: [
            "for the planetarium", "before the nebula", "on day nine hundred", "from the night side",
            "at closest pass", "as we think it is", "with one moon", "for the club's poster", "in the long dark",
            "after correction",
        ],
        remarks: [
            "Painted for the planetarium; the data is real, nearly.", "The rings are a hundred meters thick.",
            "A year there lasts a working life.", "The storm is wider than home.",
            "The moon is the interesting one.",
        ],
        tags: ["planet", "space"], moods: ["rings", "nebula", "far away", "model", "stars"])

    static let underwater = SceneVocabulary(
        subjects: [
            "The reef", "A shoal", "Coral garden", "Ten meters down", "Sunbeams", "The blue", "The drop-off",
            "Fish", "Below the boat", "Second dive",
        ],
        settings: [
            "in clear water", "at noon", "off the island", "with a slow current", "before the storm",
            "on one breath", "in the lagoon", "from below", "by the anchor chain", "without a sound",
        ],
        remarks: [
            "They turned all at once, like a page.", "The parrotfish is the one you can hear.",
            "Fifty bar left, and then this.", "The corals are coming back.", "Rays of sun as in a church.",
        ],
        tags: ["underwater", "reef"], moods: ["diving", "blue", "fish", "coral", "calm"])

    static let tiles = SceneVocabulary(
        subjects: [
            "Tiles", "The kitchen wall", "Azulejos", "Pattern", "The courtyard", "Glaze", "The fountain",
            "Stairwell", "The old pharmacy", "Seven colors",
        ],
        settings: [
            "in the Rua Nova", "after the rain", "restored", "before the move", "by the well", "at eye level",
            "with one replaced", "from the flea market", "in a back street", "found behind plaster",
        ],
        remarks: [
            "One tile is upside down, on purpose.", "They found it behind three layers of paint.",
            "The pattern continues next door.", "Each was painted by hand, and no two are alike.",
            "The blue came by ship.",
        ],
        tags: ["tiles", "pattern"], moods: ["geometry", "ceramics", "symmetry", "city", "craft"])

    static let snowyVillage = SceneVocabulary(
        subjects: [
            "The village", "Lit windows", "First snow", "Winter night", "Everyone at home", "The upper houses",
            "Snowed in", "Eight below", "The lane", "Supper time",
        ],
        settings: [
            "from the chapel", "on Christmas Eve", "at five o'clock", "under the mountain", "without a sound",
            "before the plow", "in the blue hour", "from the last bus", "with the lamps on", "in February",
        ],
        remarks: [
            "The bus stopped here and so did we.", "Every window is a kitchen.",
            "You could hear the snow if you stood still.", "The road was closed until Thursday.",
            "The dog did not want to come in.",
        ],
        tags: ["village", "snow"], moods: ["winter", "night", "home", "lights", "snowfall"])
}
