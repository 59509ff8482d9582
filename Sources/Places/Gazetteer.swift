import Albums
import Basics
import CGazetteer
import Glibc

/// The towns of the world with more than 15,000 inhabitants, from GeoNames (CC BY 4.0). The format of the file is described
/// in `docs/make-gazetteer`.
public struct Gazetteer: Sendable {
    /// The gazetteer in the executable.
    public static let embedded = Gazetteer(UnsafeBufferPointer(start: gazetteer_bytes, count: gazetteer_size))

    /// In kilometers: the name of a town further away would mislead.
    private static let maxTownDistance = 40.0
    /// In kilometers: a town this near is most likely in the same country.
    private static let maxCountryDistance = 150.0
    /// In kilometers: users look for a photo by the names of all towns this near.
    private static let maxNeighborDistance = 10.0
    /// Cities consist of many towns.
    private static let maxNeighborCount = 30
    /// Degrees from a point within which towns are compared, tried one after another.
    private static let radii = [0.2, 0.7, maxCountryDistance / kilometersPerDegree]
    private static let kilometersPerDegree = 111.19

    private let countries: [(code: String, name: String)]
    private let states: [String]
    /// The first town of each degree of latitude, and the number of towns.
    private let firsts: [Int]
    private let latitudes: [Float]
    private let longitudes: [Float]
    private let countryOfTown: [UInt8]
    /// 0 for none, otherwise counted from 1.
    private let stateOfTown: [UInt8]
    /// Logarithms.
    private let populations: [UInt8]
    /// The cities in which districts lie.
    private let cities: [UInt16: UInt16]
    /// The end of each name in `names`.
    private let nameEnds: [UInt32]
    private let names: [UInt8]

    /// Reads the embedded file without checking it, because it is our own.
    private init(_ file: UnsafeBufferPointer<UInt8>) {
        var remaining = file[...]
        func bytes(_ count: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
            defer { remaining = remaining.dropFirst(count) }
            return remaining.prefix(count)
        }
        func numbers(_ count: Int, size: Int) -> [Int] {
            let bytes = bytes(count * size)
            return (0..<count).map { index in
                (0..<size).reduce(0) { $0 | Int(bytes[bytes.startIndex + index * size + $1]) << (8 * $1) }
            }
        }
        func text(_ count: Int) -> String { String(decoding: bytes(count), as: UTF8.self) }
        let counts = numbers(4, size: 4)
        let (towns, districts) = (counts[0], counts[1])
        countries = (0..<counts[2]).map { _ in
            let code = text(2)
            return (code, text(numbers(1, size: 1)[0]))
        }
        states = (0..<counts[3]).map { _ in text(numbers(1, size: 1)[0]) }
        firsts = numbers(181, size: 2)
        latitudes = numbers(towns, size: 2).map { Float($0) / 65535 * 180 - 90 }
        longitudes = numbers(towns, size: 2).map { Float($0) / 65535 * 360 - 180 }
        countryOfTown = Array(bytes(towns))
        stateOfTown = Array(bytes(towns))
        populations = Array(bytes(towns))
        var end: UInt32 = 0
        nameEnds = bytes(towns).map { length in
            end += UInt32(length)
            return end
        }
        let pairs = numbers(2 * districts, size: 2).map { UInt16($0) }
        cities = Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: pairs.count, by: 2).map { (pairs[$0], pairs[$0 + 1]) })
        names = Array(remaining)
    }

    /// Returns the nearest town and its country, or only the country if no town is near; nil far from all towns, such as
    /// on the open sea.
    public func place(at point: Address.Coordinate) -> Place? {
        guard let (town, distance) = nearest(to: point) else { return nil }
        let country = countries[Int(countryOfTown[town])]
        let isNear = distance <= Self.maxTownDistance
        return Place(
            town: isNear ? name(of: town) : nil,
            city: isNear ? UInt16(exactly: town).flatMap { cities[$0] }.map { name(of: Int($0)) } : nil,
            state: state(of: town), countryCode: country.code, englishCountry: country.name)
    }

    /// Returns the towns around a point in which users may look for it, with their countries, the largest first.
    public func neighbors(of point: Address.Coordinate) -> [Place] {
        var towns: [Int] = []
        forEachTown(around: point, within: Self.maxNeighborDistance / Self.kilometersPerDegree) { town, haversine in
            if Self.kilometers(haversine) <= Self.maxNeighborDistance { towns.append(town) }
        }
        return towns.sorted { (populations[$1], $0) < (populations[$0], $1) }.prefix(Self.maxNeighborCount).map {
            town in
            let country = countries[Int(countryOfTown[town])]
            return Place(
                town: name(of: town), city: nil, state: state(of: town), countryCode: country.code,
                englishCountry: country.name)
        }
    }

    private func state(of town: Int) -> String? {
        stateOfTown[town] == 0 ? nil : states[Int(stateOfTown[town]) - 1]
    }

    /// Returns the nearest town, and its great-circle distance in kilometers; nil if all are too far away.
    func nearest(to point: Address.Coordinate) -> (town: Int, distance: Double)? {
        for radius in Self.radii {
            let nearest = nearest(to: point, within: radius)
            // A town outside the window may be nearer than one in its corner.
            if let nearest, nearest.distance <= min(radius * Self.kilometersPerDegree, Self.maxCountryDistance) {
                return nearest
            }
        }
        return nil
    }

    /// Returns the nearest town in a window around a point, and its great-circle distance in kilometers.
    ///
    /// - Parameter radius: half the height of the window, in degrees.
    func nearest(to point: Address.Coordinate, within radius: Double) -> (town: Int, distance: Double)? {
        var nearest: (town: Int, haversine: Double)?
        forEachTown(around: point, within: radius) { town, haversine in
            if haversine < nearest?.haversine ?? 2 { nearest = (town, haversine) }
        }
        return nearest.map { ($0, Self.kilometers($1)) }
    }

    /// Returns the great-circle distance for the haversine of the angle.
    private static func kilometers(_ haversine: Double) -> Double {
        2 / (Double.pi / 180) * kilometersPerDegree * asin(min(1, haversine).squareRoot())
    }

    /// Calls `use` with each town in a window around a point, and the haversine of the angle between both.
    ///
    /// - Parameter radius: half the height of the window, in degrees.
    private func forEachTown(
        around point: Address.Coordinate, within radius: Double, _ use: (_ town: Int, _ haversine: Double) -> Void
    ) {
        let radians = Double.pi / 180
        let cosine = cos(point.latitude * radians)
        // Meridians approach each other toward the poles.
        let width = min(180, radius / max(cos(min(90, abs(point.latitude) + radius) * radians), 1e-3))
        var windows = [(point.longitude - width)...(point.longitude + width)]
        if point.longitude - width < -180 { windows.append(windows[0].lowerBound + 360...180) }
        if point.longitude + width > 180 { windows.append(-180...windows[0].upperBound - 360) }
        let degrees = max(0, Int(point.latitude - radius + 90))...min(179, Int(point.latitude + radius + 90))
        for degree in degrees {
            let towns = firsts[degree]..<firsts[degree + 1]
            for window in windows {
                for town in first(of: towns, from: window.lowerBound)..<towns.upperBound {
                    guard Double(longitudes[town]) <= window.upperBound else { break }
                    let latitude = Double(latitudes[town])
                    let height = sin((latitude - point.latitude) * radians / 2)
                    let side = sin((Double(longitudes[town]) - point.longitude) * radians / 2)
                    use(town, height * height + cosine * cos(latitude * radians) * side * side)
                }
            }
        }
    }

    /// Returns the first of the towns, which are sorted by longitude, that isn't west of a meridian.
    private func first(of towns: Range<Int>, from longitude: Double) -> Int {
        var (low, high) = (towns.lowerBound, towns.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if Double(longitudes[middle]) >= longitude { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func name(of town: Int) -> String {
        let start = town == 0 ? 0 : Int(nameEnds[town - 1])
        return String(decoding: names[start..<Int(nameEnds[town])], as: UTF8.self)
    }
}

/// Where a photo was taken.
public struct Place: Hashable, Sendable {
    /// Nil if no town is near.
    public let town: String?
    /// The city, if the town is a district of one.
    public let city: String?
    /// The state, if the country is the United States.
    public let state: String?
    /// Two letters of ISO 3166-1.
    public let countryCode: String
    public let englishCountry: String

    /// Returns the country's name in a language, such as `pt_BR`; in English if the language has none.
    public func country(locale: String) -> String {
        locale == "en" ? englishCountry : CountryNames.embedded.name(of: countryCode, in: locale) ?? englishCountry
    }

    /// Returns the place in a language, such as `Mitte, Berlin, Germany` and `Rome, Georgia, United States`. Towns have the names by which GeoNames lists
    /// them.
    public func text(locale: String) -> String {
        [town, city, state, country(locale: locale)].compactMap { $0 }.joined(separator: ", ")
    }
}
