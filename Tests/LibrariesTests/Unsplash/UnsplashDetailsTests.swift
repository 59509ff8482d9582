import Albums
import Foundation
import TestFixtures
import Testing

@testable import Libraries

@Suite("Unsplash photo details")
struct UnsplashDetailsTests {
    private func details(_ json: String) throws -> PhotoDetails {
        try JSONDecoder().decode(UnsplashDetails.self, from: Data(json.utf8)).details
    }

    @Test("Camera, exposure and location are read")
    func all() throws {
        let details = try details(
            """
            {"id": "a", "tags": [{"title": "ice"}, 7],
             "exif": {"make": "Canon", "model": "EOS 40D", "exposure_time": "1/500", "aperture": "4.97",
                      "focal_length": 37, "iso": 100},
             "location": {"name": null, "city": "Montreal", "country": "Canada",
                          "position": {"latitude": 45.473298, "longitude": -73.638488}}}
            """)
        #expect(details.tags == ["ice"])
        #expect(details.camera == "Canon EOS 40D")
        #expect(details.exposure == Exposure(time: 0.002, aperture: 4.97, iso: 100, focalLength: 37))
        #expect(details.locationName == "Montreal, Canada")
        #expect(details.coordinate == Address.Coordinate(latitude: 45.473298, longitude: -73.638488))
    }

    @Test(
        "Nulls, zeros and wrong types count as missing",
        arguments: [
            "{}", #"{"exif": null, "location": null, "tags": null}"#, #"{"exif": 1, "location": [], "tags": "a"}"#,
            #"{"exif": {"aperture": "-1e300", "focal_length": "-inf", "exposure_time": "1/nan"}}"#,
            #"{"exif": {"model": 1, "exposure_time": "1/0", "iso": "x"}, "location": {"position": {"latitude": 0, "longitude": 0}}}"#,
        ])
    func missing(json: String) throws {
        #expect(try details(json) == PhotoDetails())
    }

    @Test("A recorded response is decoded", .requires(variable: "TINTYPE_API_DATA"))
    func recorded() throws {
        let file = "responses/php-GET_photos-ZUaqqMxtxYk.json"
        let details = try JSONDecoder().decode(UnsplashDetails.self, from: RecordedUnsplash.data(in: file)).details
        #expect(details.camera == "NIKON D3100")
        #expect(details.exposure.time == 0.002)
        #expect(details.exposure.aperture == 5.6)
    }
}
