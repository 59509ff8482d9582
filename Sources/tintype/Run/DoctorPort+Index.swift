import Albums
import Basics
import Dispatch
import HTTP
import Libraries
import Pictures
import Screens
import Storage

extension DoctorPort {
    /// The facts that take time.
    private struct SlowFacts {
        var contents: PhotoIndex.Contents?
        var frames: VideoFrames.Support?
        var requestLibrary: SystemLibrary?
        var decoders: Result<WorkerReport, PictureFailure>?
        var service: Result<ServiceReport, any Error>?
    }

    /// Creates the port that counts the photos of the index, loads the library for requests, asks a worker, and tries
    /// the program for frames of videos, and asks the service of the library, in the background.
    /// - Parameter diagnosis: creates the other facts.
    @MainActor
    init(
        _ index: PhotoIndex, _ frames: VideoFrames, _ workers: DecodingWorkers, _ opened: OpenedLibrary,
        _ diagnosis: @escaping @MainActor () -> Diagnosis
    ) {
        let sheet = { @MainActor (slow: SlowFacts) in
            var diagnosis = diagnosis()
            diagnosis.indexContents = slow.contents
            diagnosis.videoFrames = slow.frames
            diagnosis.requestLibrary = slow.requestLibrary
            diagnosis.decoders = slow.decoders ?? diagnosis.decoders
            diagnosis.decoderMessages += frames.messages
            diagnosis.service = slow.service
            if index.isStuck { diagnosis.isCacheStuck = true }
            return DetailSheet(diagnosis)
        }
        self.init(
            facts: { MainActor.assumeIsolated { sheet(SlowFacts()) } },
            load: {
                async let service = opened.serviceReport()
                // Counting blocks on the disk, and on other instances.
                var slow = await DispatchQueue.global(qos: .userInitiated).runBlocking {
                    SlowFacts(
                        contents: index.contents(), frames: frames.support(), requestLibrary: .curl,
                        decoders: Result { () throws(PictureFailure) in try workers.report() })
                }
                slow.service = await service
                let all = slow
                return { sheet(all) }
            })
    }
}
