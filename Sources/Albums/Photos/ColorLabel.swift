/// A color label. XMP stores it as a text, which depends on the program that wrote it and on its language.
public enum ColorLabel: Int, CaseIterable, Hashable, Sendable {
    case red, yellow, green, blue, purple

    /// The color of a label; nil if the label's name stands for none of these colors.
    public init?(name: String, names: LabelNames = .default) {
        guard let color = names.color(of: name) else { return nil }
        self = color
    }
}

/// The names of color labels in XMP.
public struct LabelNames: Hashable, Sendable {
    /// Writes the English names of colors, as Lightroom, Capture One and digiKam do. Bridge's names and those in other
    /// languages are read.
    public static let `default` = LabelNames()

    private let written: [ColorLabel: String]
    /// The user's own names, which win over those of programs.
    private let own: [FoldedText: ColorLabel]

    /// - Parameter own: the user's names of each color. The first one is written, and all are read, as are programs'
    ///   names.
    public init(_ own: [ColorLabel: [String]] = [:]) {
        let own = own.mapValues { names in names.filter { !Self.key($0).bytes.isEmpty } }
        written = own.compactMapValues(\.first)
        self.own = ColorLabel.allCases.reduce(into: [:]) { colors, color in
            for name in own[color] ?? [] where colors[Self.key(name)] == nil { colors[Self.key(name)] = color }
        }
    }

    /// The name that is written for a color.
    public func name(of color: ColorLabel) -> String {
        written[color] ?? Self.programNames[color]?.first ?? ""
    }

    /// The color that a name stands for, whatever its case; nil if it stands for none.
    fileprivate func color(of name: String) -> ColorLabel? {
        let key = Self.key(name)
        return own[key] ?? Self.programColors[key]
    }

    private static func key(_ name: String) -> FoldedText {
        FoldedText(name.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    private static let programColors = programNames.reduce(into: [FoldedText: ColorLabel]()) { colors, names in
        for name in names.value { colors[key(name)] = names.key }
    }

    /// The names that programs write. First those of Lightroom and others in English, then Bridge's names and
    /// Lightroom's review status, then the colors in German, French, Spanish, Italian, Portuguese, Japanese and
    /// Chinese.
    private static let programNames: [ColorLabel: [String]] = [
        .red: [
            "Red", "Select", "To Delete", "Rot", "Rouge", "Rojo", "Rosso", "Vermelho", "レッド", "赤", "赤色", "红", "红色",
            "紅色",
        ],
        .yellow: [
            "Yellow", "Second", "Color Correction Needed", "Gelb", "Jaune", "Amarillo", "Giallo", "Amarelo", "イエロー",
            "黄", "黄色", "黃色",
        ],
        .green: [
            "Green", "Approved", "Good to Use", "Grün", "Gruen", "Vert", "Verde", "グリーン", "緑", "緑色", "绿", "绿色", "綠色",
        ],
        .blue: [
            "Blue", "Review", "Retouching Needed", "Blau", "Bleu", "Azul", "Blu", "ブルー", "青", "青色", "蓝", "蓝色", "藍色",
        ],
        .purple: [
            "Purple", "To Do", "To Print", "Magenta", "Violet", "Lila", "Violett", "Pourpre", "Mauve", "Morado",
            "Púrpura", "Violeta", "Viola", "Roxo", "パープル", "紫", "紫色",
        ],
    ]
}
