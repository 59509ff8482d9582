import Albums
import Testing

@testable import Places

@Suite("Gazetteer")
struct GazetteerTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Place? {
        Gazetteer.embedded.place(at: try #require(Address.Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test(
        "A point has the nearest town and its country",
        arguments: [
            (43.4674, 11.8851, "Arezzo, Italy"), (-42.88, 147.33, "Hobart, Australia"),
            (64.14, -21.93, "Reykjav\u{ED}k, Iceland"), (35.0116, 135.7681, "Kyoto, Japan"),
            (-54.80, -68.30, "Ushuaia, Argentina"), (0.0, 6.73, "S\u{E3}o Tom\u{E9}, Sao Tome and Principe"),
        ])
    func towns(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try place(latitude, longitude)?.text(locale: "en") == expected)
    }

    @Test("A district is followed by its city")
    func districts() throws {
        #expect(try place(52.497, 13.403)?.text(locale: "en") == "Kreuzberg, Berlin, Germany")
        #expect(try place(52.3989, 13.0657)?.text(locale: "en") == "Potsdam, Germany")
    }

    @Test("The towns within ten kilometers are neighbors, the largest first, with their countries")
    func neighbors() throws {
        func neighbors(_ latitude: Double, _ longitude: Double) throws -> [Place] {
            Gazetteer.embedded.neighbors(of: try #require(Address.Coordinate(latitude: latitude, longitude: longitude)))
        }
        // The nearest town of much of Rome.
        #expect(try place(41.9022, 12.4568)?.town == "Vatican City")
        let rome = try neighbors(41.9022, 12.4568)
        #expect(rome.first?.town == "Rome" && rome.first?.englishCountry == "Italy")
        #expect(rome.contains { $0.town == "Vatican City" })
        #expect(try neighbors(23, 5).isEmpty && neighbors(90, 0).isEmpty)
        #expect(try neighbors(0, -180).isEmpty && neighbors(-90, 180).isEmpty)
        // Across a border.
        #expect(Set(try neighbors(47.56, 7.59).map(\.countryCode)) == ["CH", "DE", "FR"])
        #expect(try neighbors(35.68, 139.76).count == 30)
    }

    @Test("Towns of the United States have their state")
    func states() throws {
        #expect(try place(34.257, -85.165)?.text(locale: "en") == "Rome, Georgia, United States")
        #expect(try place(41.89193, 12.51133)?.state == nil)
    }

    @Test("Far from all towns, only the country is known, and nothing on the open sea")
    func remote() throws {
        #expect(try place(-25.34, 131.03)?.text(locale: "en") == nil)
        let desert = try #require(try place(23.0, 5.0))
        #expect(desert.town == nil && desert.englishCountry == "Algeria")
        for (latitude, longitude) in [(0.0, -30.0), (90, 0), (-90, 180), (-60, -180)] {
            #expect(try place(latitude, longitude) == nil)
        }
    }

    @Test("Towns across the date line and close to the poles are found")
    func edges() throws {
        // Taveuni is on the date line, and so is its country's largest town in the other half.
        #expect(try place(-16.8, 180)?.countryCode == "FJ")
        #expect(try place(-16.8, -180) == place(-16.8, 180))
        #expect(try place(78.22, 15.63)?.countryCode == "SJ")
        #expect(try place(89.9, 100) == nil)
    }

    @Test("Countries have the names of a language")
    func languages() throws {
        let place = try #require(try place(48.137, 11.575))
        #expect(place.country(locale: "de") == "Deutschland")
        #expect(place.country(locale: "ja") == "\u{30C9}\u{30A4}\u{30C4}")
        #expect(place.country(locale: "pt_BR") == "Alemanha")
        #expect(place.text(locale: "en").hasSuffix("Germany"))
    }

    @Test("The result is that of comparing all towns")
    func exhaustive() {
        let gazetteer = Gazetteer.embedded
        var state: UInt64 = 1
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53)
        }
        var found = 0
        for _ in 0..<400 {
            // Most of the land is in these latitudes.
            guard
                let point = Address.Coordinate(
                    latitude: random() * 120 - 50, longitude: random() * 360 - 180)
            else { continue }
            let nearest = gazetteer.nearest(to: point)
            let expected = gazetteer.nearest(to: point, within: 180)
            if let expected, expected.distance < 150 {
                #expect(nearest?.town == expected.town && nearest?.distance == expected.distance, "\(point)")
                found += 1
            } else {
                #expect(nearest == nil, "\(point)")
            }
        }
        #expect(found > 50)
    }
}
