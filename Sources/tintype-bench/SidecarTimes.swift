import Albums
import Foundation
import Pictures
import Storage

/// Ratings written to the sidecar files of a folder, or to JPEG files, with the time of each round.
struct SidecarTimes {
    let folder: String
    /// The number of sidecars, `photo-0.jpg.xmp` and so on.
    let count: Int
    let rounds: Int
    /// Whether each round sets a label with its number instead of a rating.
    let hasLabels: Bool
    /// The JPEG files to change instead of sidecars.
    let pictures: [String]

    func print() async {
        let workers = DecodingWorkers()
        let writer = SidecarWriter { sidecars in
            workers.edit(sidecars.map { XMPEdit(packet: $0.bytes, properties: $0.properties) })
        }
        for round in 1...max(1, rounds) {
            var properties = PhotoProperties()
            if hasLabels { properties.values.label = "Round \(round)" } else { properties.values.rating = round % 6 }
            let sidecars = pictures.isEmpty ? (0..<count).map { "\(folder)/photo-\($0).jpg.xmp" } : []
            let changes = (sidecars + pictures).map { path in
                SidecarChange(
                    path: Array(path.utf8), in: pictures.isEmpty ? .sidecar : .picture, properties: properties)
            }
            let start = ContinuousClock.now
            let failures = await writer.write(changes).compactMap { $0 }
            let time = (ContinuousClock.now - start) / .milliseconds(1)
            // A reader that ends this process at any moment knows the state of the disk.
            Swift.print(
                "\(round)\t\(TextTable.cell(time)) ms", Set(failures.map { "\($0)" }).sorted().joined(separator: ", "))
            fflush(nil)
        }
    }
}
