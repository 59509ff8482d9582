import Albums
import Basics
import FoundationEssentials
import Synchronization
import TestFixtures

@testable import Libraries

/// An index in memory, which counts the files that it reads.
final class SpyIndex: Sendable {
    /// The results of reading files, by their names.
    let facts = Mutex<[String: PhotoFacts]>([:])
    /// The names of the files that have been read.
    let read = Mutex<[String]>([])
    /// Called by scans when they ask about a folder that they find for the first time.
    let onNewFolder = Mutex<(@Sendable () -> Void)?>(nil)
    /// Reading waits for it.
    let gate = Mutex<Gate?>(nil)
    private let known = Mutex<[[UInt8]: [[UInt8]: PictureIndex.Known]]>([:])

    var port: PictureIndex {
        PictureIndex(
            known: { folder, use in
                self.onNewFolder.withLock { $0 }?()
                for (name, known) in self.known.withLock({ $0[folder] ?? [:] }) { use(name, known) }
            },
            read: { folder, files in
                if let gate = self.gate.withLock({ $0 }) { await gate.pass() }
                // Like decoders, which stop when they are cancelled.
                if Task.isCancelled { return files.map { _ in nil } }
                return files.map { file in
                    let name = String(decoding: file.name, as: UTF8.self)
                    let facts = self.facts.withLock { $0[name] } ?? PhotoFacts()
                    self.known.withLock { $0[folder, default: [:]][file.name] = (file.stamp, facts) }
                    self.read.withLock { $0.append(name) }
                    return facts
                }
            })
    }
}

extension PhotoFacts {
    init(
        taken: Date? = nil, zone: Int? = nil, source: TakenSource = .exifOriginal, aspect: Double? = nil,
        assessment: Assessment = Assessment(), camera: String? = nil, serialNumber: String? = nil, lens: String? = nil,
        author: String? = nil, tags: [String] = [], people: [String] = [], exposure: Exposure = Exposure(),
        coordinate: Address.Coordinate? = nil, title: String? = nil, headline: String? = nil,
        description: String? = nil, duration: Double? = nil, place: String? = nil, countries: String? = nil,
        unrelatedVideos: [[UInt8]] = []
    ) {
        var details = PhotoDetails()
        details.setTaken(taken, zone: zone, source: source)
        details.assessment = assessment
        details.camera = camera
        details.serialNumber = serialNumber
        details.lens = lens
        details.author = author
        (details.tags, details.people) = (tags, people)
        details.exposure = exposure
        details.setCoordinate(coordinate)
        (details.title, details.headline, details.description) = (title, headline, description)
        details.setDuration(duration)
        self.init(
            details, size: aspect.flatMap { PixelSize(width: Int($0 * 1000), height: 1000) }, place: place,
            countries: countries, unrelatedVideos: unrelatedVideos)
    }
}
