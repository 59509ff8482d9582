extension SceneVocabulary {
    static let mountains = SceneVocabulary(
        subjects: [
            "The north ridge", "A saddle", "The high pass", "The far range", "Two summits", "The old path",
            "A high valley",
            "The watershed", "The first peak", "Old snow", "The shoulder", "Five ranges",
        ],
        settings: [
            "above Lake Miran", "from the hut", "after the rain", "going down", "in thin air", "near Oltra",
            "on foot", "on day two", "at last", "from afar", "in autumn",
            "in silence",
        ],
        remarks: [
            "We stopped here to eat the last of the bread.", "The map says that there is a path.",
            "It took three days for the clouds to lift.", "From here on it is only down.",
            "I have walked around it twice and never up.", "We were silent for an hour.",
        ],
        tags: ["mountains", "landscape"], moods: ["hiking", "wide view", "cold", "quiet", "thin air"])

    static let dunes = SceneVocabulary(
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
            "Not one footprint but ours.",
            "The driver knew it by its name.", "It sang when we walked down.",
            "We waited for the shadow to reach the crest.",
        ],
        tags: ["dunes", "desert"], moods: ["heat", "minimal", "wide view", "quiet", "sand"])

    static let forest = SceneVocabulary(
        subjects: [
            "Trunks", "The old growth", "A clearing", "Spruce and mist", "The path", "Moss country", "Low branches",
            "The wet side", "Cloud forest", "Young trees", "The last grove", "Rows of firs",
        ],
        settings: [
            "in the fog", "in Alto Verde", "after the rain", "in June", "facing north", "near the spring",
            "at noon", "in half light", "past the road", "from the ridge", "at six",
            "and no birds",
        ],
        remarks: [
            "The fog came in behind us and stayed.", "Some of these are older than the town.",
            "You hear the water long before you see it.", "I stood still until the birds sang again.",
            "We planted the small ones ourselves.", "It smelled of resin and rain.",
        ],
        tags: ["forest", "trees"], moods: ["fog", "green", "quiet", "rain", "walking"])

    static let cityAtNight = SceneVocabulary(
        subjects: [
            "Downtown", "The skyline", "Lit windows", "The harbor side", "Towers", "The late shift", "The other bank",
            "Office lights", "The new quarter", "Rooftops", "The bridge side", "Everybody's windows",
        ],
        settings: [
            "after ten", "from the ferry", "on a Tuesday", "from the nineteenth floor", "before the storm", "in July",
            "while it sleeps", "from Lantern Street", "with the radio on", "on the way home", "mirrored",
            "at closing time",
        ],
        remarks: [
            "One window is always lit.", "Taken from the roof, between the tomatoes.",
            "The last ferry leaves at a quarter past.", "Each window is a story with its lamp on.",
            "It is louder than it looks.", "The river was flat enough to count the floors twice.",
        ],
        tags: ["city", "night"], moods: ["lights", "windows", "skyline", "late", "reflection"])
}
