extension SceneVocabulary {
    static let meadow = SceneVocabulary(
        subjects: [
            "The meadow", "Poppies", "A field in bloom", "Daisies", "Wild flowers", "The long grass", "June",
            "Bees' breakfast", "The slope", "Before mowing",
        ],
        settings: [
            "after the rain", "at ten in the morning", "behind the school", "with the hills", "in full flower",
            "up to the fence", "from the blanket", "on a warm day", "without a path", "and one cloud",
        ],
        remarks: [
            "It is mown in July; come before.", "I counted to four hundred and lay down.",
            "The farmer leaves this one for the bees.", "It sowed itself.", "You have to take the picture kneeling.",
        ],
        tags: ["meadow", "flowers"], moods: ["summer", "green", "bloom", "bees", "walk"])

    static let blossom = SceneVocabulary(
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

    static let fields = SceneVocabulary(
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
            "They plant by string, as ever.", "The tree is left for the lunch break.",
            "A week later it was all cut.",
        ],
        tags: ["fields", "countryside"], moods: ["perspective", "summer", "rows", "color", "harvest"])

    static let loneTree = SceneVocabulary(
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
}
