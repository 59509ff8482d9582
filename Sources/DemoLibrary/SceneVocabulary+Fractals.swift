extension SceneVocabulary {
    static let mandelbrot = SceneVocabulary(
        subjects: [
            "Seahorse valley", "The antenna", "A mini set", "Elephant trunks", "Spiral arms", "The needle",
            "The cardioid's rim",
            "Double spiral", "Filaments", "The bulb", "Satellite", "Scepter valley",
        ],
        settings: [
            "at great depth", "close up", "past the third bulb", "in double precision", "again, deeper",
            "off the real axis",
            "from the west", "with a slow palette", "after a long zoom", "at the rim", "found by chance",
            "in the small hours",
        ],
        remarks: [
            "Every point here was asked a thousand times.", "The black part never answers.",
            "One more zoom and the digits run out.", "I found it by following the brightest thread.",
            "It looks like a coast, and is infinitely long.", "z squared plus c, a million times.",
        ],
        tags: ["fractal", "Mandelbrot"], moods: ["deep zoom", "spiral", "mathematics", "detail", "infinite"])

    static let juliaSet = SceneVocabulary(
        subjects: [
            "Dendrite", "The rabbit", "Dust", "Siegel disk", "Frost", "Twin spirals", "Coral", "Dragon", "The lace",
            "San Marco", "Snowflake", "Islands",
        ],
        settings: [
            "in symmetry", "by candle colors", "off center", "unconnected", "for a small c", "near the boundary",
            "in one piece", "with both hands", "at rest", "from the rim", "before it breaks", "turned by half",
        ],
        remarks: [
            "The left half is the right half, turned.", "Change c by a hair and it falls to dust.",
            "Named just before lunch.", "Each c of the plane has its own.", "Printed for the office door.",
            "Half of it came free, by symmetry.",
        ],
        tags: ["fractal", "Julia set"], moods: ["symmetry", "spiral", "mathematics", "lace", "detail"])
}
