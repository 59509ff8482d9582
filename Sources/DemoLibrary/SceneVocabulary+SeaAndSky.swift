extension SceneVocabulary {
    static let seaAtDusk = SceneVocabulary(
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

    static let waves = SceneVocabulary(
        subjects: [
            "Swell", "Deep water", "A set of seven", "The breaker", "Rollers", "Cross sea", "White claws",
            "The great one",
            "Heavy water", "The third wave", "Spray", "A long fetch",
        ],
        settings: [
            "off the bar", "in November", "before the gale", "after the old prints", "past the cape", "at half tide",
            "with the wind in it", "near the skerries", "all afternoon", "in a westerly", "cut in cherry wood",
            "before the first boat",
        ],
        remarks: [
            "After a print that hung in my grandmother's hall.", "We counted seven, and then a larger one.",
            "The ferry did not sail that day.", "It looks slower than it is.",
            "The wind had blown for three days from there.", "Drawn from memory, still wet.",
        ],
        tags: ["waves", "sea"], moods: ["storm", "wind", "spray", "woodblock", "swell"])

    static let aurora = SceneVocabulary(
        subjects: [
            "Northern lights", "Green curtains", "The first veil", "A long arc", "Sky fire", "A quiet band",
            "The corona",
            "Slow light", "The bright hour", "Two veils", "The lake and the sky", "Light without sound",
        ],
        settings: [
            "over Nordlysvik", "in January", "from the jetty", "at minus twenty", "over the fjord",
            "before the clouds came",
            "at two o'clock", "with frozen fingers", "past the last house", "on the ice", "for ten minutes",
            "in the lake",
        ],
        remarks: [
            "I had already packed the tripod.", "It lasted for as long as the thermos.",
            "The snow turned green for a while.",
            "The whole village stood outside in slippers.", "Twenty seconds, and it still moved.",
            "Grandmother says not to whistle at it.",
        ],
        tags: ["aurora", "night"], moods: ["winter", "cold", "green", "long exposure", "stars"])

    static let nightSky = SceneVocabulary(
        subjects: [
            "The Milky Way", "Clear night", "Stars", "New moon", "The galaxy's arm", "A dark sky", "Summer stars",
            "The southern half", "The whole sky", "Old light", "Ten thousand suns", "The dark lane",
        ],
        settings: [
            "over the hills", "from Kumogaoka", "above the observatory", "in August", "far from any lamp",
            "at three o'clock",
            "with the dew falling", "behind the barn", "after moonset", "from the meadow", "over the ridge",
            "looking south",
        ],
        remarks: [
            "My eyes needed twenty minutes.", "The dew ended the night before the dawn did.",
            "The glow on the left is a town of nine lamps.", "Some of this light is older than the alphabet.",
            "A fox looked in and left.", "Thirty seconds at f/2, and a warm hat.",
        ],
        tags: ["night sky", "stars"], moods: ["long exposure", "dark", "quiet", "summer", "Milky Way"])
}
