import Albums
import Basics

/// The details of a photo that Unsplash omits from lists. Any field may be missing or null.
struct UnsplashDetails: Decodable, Sendable {
    private let tags: Lossy<LossyArray<Tag>>?
    private let exif: Lossy<Exif>?
    private let location: Lossy<Location>?

    var details: PhotoDetails {
        var details = PhotoDetails()
        details.tags = tags?.value?.elements.map(\.title.text) ?? []
        if let exif = exif?.value {
            details.camera = CameraName.joined(maker: exif.make?.value?.text, model: exif.model?.value?.text)
            details.exposure = Exposure(
                time: exif.exposureTime?.value?.number,
                aperture: exif.aperture?.value?.number,
                iso: exif.iso?.value.flatMap { Count(digits: $0.text)?.value },
                focalLength: exif.focalLength?.value?.number)
        }
        if let location = location?.value {
            let parts = [location.city?.nonBlank, location.country?.nonBlank].compactMap { $0 }
            details.locationName =
                location.name?.nonBlank ?? (parts.isEmpty ? nil : BoundedText(parts.joined(separator: ", ")).text)
            // Services use 0, 0 for an unknown location.
            if let latitude = location.position?.value?["latitude"]?.value,
                let longitude = location.position?.value?["longitude"]?.value, latitude != 0 || longitude != 0
            {
                details.setCoordinate(Address.Coordinate(latitude: latitude, longitude: longitude))
            }
        }
        return details
    }

    private struct Tag: Decodable, Sendable {
        let title: BoundedText
    }

    private struct Exif: Decodable, Sendable {
        let make: Lossy<BoundedText>?
        let model: Lossy<BoundedText>?
        let exposureTime: Lossy<WireText>?
        let aperture: Lossy<WireText>?
        let focalLength: Lossy<WireText>?
        let iso: Lossy<WireText>?

        enum CodingKeys: String, CodingKey {
            case make, model, aperture, iso
            case exposureTime = "exposure_time"
            case focalLength = "focal_length"
        }
    }

    private struct Location: Decodable, Sendable {
        let name: Lossy<BoundedText>?
        let city: Lossy<BoundedText>?
        let country: Lossy<BoundedText>?
        let position: Lossy<[String: Lossy<Double>]>?
    }
}
