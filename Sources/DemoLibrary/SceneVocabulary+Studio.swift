extension SceneVocabulary {
    static let stainedGlass = SceneVocabulary(
        subjects: [
            "The rose window", "Panel", "Lead and glass", "The south light", "A broken pane", "Colored floor",
            "The side chapel",
            "Window", "Old glass", "The small lancet", "A new pane", "The workshop window",
        ],
        settings: [
            "after cleaning", "at noon", "from inside", "in Stare Okna", "before the firing", "in low sun",
            "on the light table", "by an unknown master", "from the gallery", "in winter sun", "half restored",
            "close up",
        ],
        remarks: [
            "The blue is cobalt, and older than the church.", "Two of these pieces are mine; find them.",
            "At noon it lies on the floor in one piece.", "The lead was renewed last spring.",
            "No two panes have the same thickness.", "It was eleven crates when it came to us.",
        ],
        tags: ["stained glass", "color"], moods: ["window", "light", "craft", "old", "geometry"])

    static let stillLife = SceneVocabulary(
        subjects: [
            "Spheres", "The table", "Round things", "Study", "The white ball", "Plaster", "The largest one",
            "Arrangement",
            "On the table", "Simple things", "The set", "Marbles and lamps",
        ],
        settings: [
            "by the window", "in north light", "for the drawing class", "with one window", "on the old table",
            "before lunch", "and a long shadow", "for Morandi", "after moving one", "on Sunday", "in the studio",
            "once more",
        ],
        remarks: [
            "One window, no flash, and a lot of coffee.", "The shadow is the subject.",
            "I moved the small one by a finger's width.", "The class drew it for two hours.",
            "One of them is really a lampshade.", "Everything here cost less than the frame.",
        ],
        tags: ["still life", "studio"], moods: ["shadow", "window light", "shapes", "minimal", "drawing"])

    static let plasma = SceneVocabulary(
        subjects: [
            "Silk", "Oil on water", "Marble", "Molten glass", "Folded light", "Slow weather", "Ink", "Liquid", "Vein",
            "Drift", "Agate", "Smoke",
        ],
        settings: [
            "in motion", "under the lens", "turning", "without a scale", "settling", "in two colors", "held still",
            "from above", "poured twice", "at rest", "unfolding", "study",
        ],
        remarks: [
            "Noise, bent by noise.", "Nothing here is larger than a coin, or smaller than a sea.",
            "Turn it any way you like.", "The second pour made it.", "It never repeats; I have looked.",
            "Found while cleaning the tray.",
        ],
        tags: ["abstract", "plasma"], moods: ["color", "flow", "macro", "texture", "soft"])
}
