import Albums
import FoundationEssentials
import Localization

/// A pattern for the names of several photos, such as `{date:%Y-%m-%d}_{n:3}`, or for their paths.
public struct RenamePattern: Hashable, Sendable {
    /// A part of the pattern.
    private enum Part: Hashable, Sendable {
        case text(String)
        case name, camera
        /// The number of the photo, with a minimum number of digits.
        case number(digits: Int)
        /// The date in a format of strftime(3).
        case date(format: String)
    }

    /// Why a pattern isn't one, or a photo gets no name from it.
    public enum Failure: Error, Hashable {
        /// `{` without `}`, or a placeholder that isn't known.
        case unknownPlaceholder(String)
        case noDate
    }

    private let parts: [Part]

    public init(_ text: String) throws(Failure) {
        var parts: [Part] = []
        var remainder = text[...]
        while let start = remainder.firstIndex(of: "{") {
            if start > remainder.startIndex { parts.append(.text(String(remainder[..<start]))) }
            guard let end = remainder[start...].firstIndex(of: "}") else {
                throw .unknownPlaceholder(String(remainder[start...]))
            }
            parts.append(try Self.part(remainder[remainder.index(after: start)..<end]))
            remainder = remainder[remainder.index(after: end)...]
        }
        if !remainder.isEmpty { parts.append(.text(String(remainder))) }
        self.parts = parts
    }

    private static func part(_ placeholder: Substring) throws(Failure) -> Part {
        let pieces = placeholder.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let argument = pieces.count > 1 ? String(pieces[1]) : nil
        switch (pieces[0], argument) {
        case ("name", nil): return .name
        case ("camera", nil): return .camera
        case ("n", nil): return .number(digits: 1)
        case ("n", let digits?):
            if let count = Int(digits), (1...maxDigits).contains(count) { return .number(digits: count) }
        case ("date", nil): return .date(format: "%Y-%m-%d")
        case ("date", let format?): if isFormat(format) { return .date(format: format) }
        default: break
        }
        throw .unknownPlaceholder("{\(placeholder)}")
    }

    private static let maxDigits = 9
    /// Not translated, so that the folders of a user have the same names in each language.
    private static let unknownCamera = "unknown camera"

    /// The placeholders, with examples of their formats.
    static let placeholders = "{name} {n:3} {date:%Y-%m-%d_%H-%M-%S} {camera}"

    /// Whether the names need the cameras of photos.
    public var needsCamera: Bool { parts.contains(.camera) }

    /// Whether the names need the dates of photos.
    var needsDate: Bool { parts.contains { if case .date = $0 { true } else { false } } }

    /// Whether a path ends with the name of a file: a number or the former name follows its last slash.
    public var endsWithName: Bool {
        for part in parts.reversed() {
            switch part {
            case .name, .number: return true
            case .text(let text): if text.contains("/") { return false }
            case .camera, .date: break
            }
        }
        return false
    }

    /// Returns the name of a photo.
    ///
    /// - Parameters:
    ///   - number: its number among the renamed ones, from 1.
    ///   - camera: its camera; nil if that is unknown.
    public func name(of photo: Photo, number: Int, camera: String?) throws(Failure) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .name: text += photo.stem
            case .number(let digits): text += Self.padded(number, digits)
            case .camera:
                // A slash would be a folder.
                text += (camera ?? Self.unknownCamera).replacing("/", with: "-")
            case .date(let format):
                guard let date = photo.date, photo.datePrecision >= .day else { throw .noDate }
                text += Self.text(of: date, format)
            }
        }
        return text
    }

    /// Returns the names with a counter after those that an earlier photo has, if they are dates: photos of a burst have the
    /// same one. A pattern with a number has a counter already.
    func distinct(_ names: [Result<String, Failure>]) -> [Result<String, Failure>] {
        let isNumbered = parts.contains { if case .number = $0 { true } else { false } }
        guard needsDate, !isNumbered else { return names }
        var used = Set(names.compactMap { try? $0.get() })
        var counts: [String: Int] = [:]
        return names.map { name in
            name.map { name in
                var (count, numbered) = (counts[name, default: 0] + 1, name)
                while count > 1, !used.insert("\(name)_\(count)").inserted { count += 1 }
                if count > 1 { numbered = "\(name)_\(count)" }
                counts[name] = count
                return numbered
            }
        }
    }

    /// Returns a number with zeros in front, up to a number of digits.
    private static func padded(_ number: Int, _ digits: Int) -> String {
        let number = String(number)
        return String(repeating: "0", count: max(0, digits - number.count)) + number
    }

    // MARK: Dates

    private static func isFormat(_ format: String) -> Bool {
        var isAfterPercent = false
        for character in format {
            if isAfterPercent, component(character) == nil, character != "%" { return false }
            isAfterPercent = !isAfterPercent && character == "%"
        }
        return !isAfterPercent
    }

    /// The components of dates that names contain, and their digits.
    private static func component(_ letter: Character) -> (Calendar.Component, digits: Int)? {
        switch letter {
        case "Y": (.year, 4)
        case "m": (.month, 2)
        case "d": (.day, 2)
        case "H": (.hour, 2)
        case "M": (.minute, 2)
        case "S": (.second, 2)
        default: nil
        }
    }

    private static func text(of date: Date, _ format: String) -> String {
        var text = ""
        var isAfterPercent = false
        for character in format {
            if isAfterPercent, let (component, digits) = component(character) {
                text += padded(UserFacingText.utc.component(component, from: date), digits)
            } else if isAfterPercent || character != "%" {
                text.append(character)
            }
            isAfterPercent = !isAfterPercent && character == "%"
        }
        return text
    }
}

extension UserFacingText {
    /// Describes why a pattern makes no name for a photo.
    public static func failure(_ failure: RenamePattern.Failure) -> String {
        switch failure {
        case .unknownPlaceholder(let text): localized("unknown placeholder \(text)")
        case .noDate: localized("its date is unknown")
        }
    }
}

extension Photo {
    /// The file's name without its extension; the title of a photo that isn't a file.
    var stem: String {
        guard let name = file?.split(separator: UInt8(ascii: "/")).last else { return title }
        let end = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        return String(decoding: name[..<end], as: UTF8.self)
    }
}
