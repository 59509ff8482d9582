import Dispatch
import Pictures
import Screens
import Storage

extension DoctorPort {
    /// Creates the port that counts the photos of the index, and tries the program for frames of videos, in the
    /// background.
    /// - Parameter diagnosis: creates the other facts.
    @MainActor
    init(_ index: PhotoIndex, _ frames: VideoFrames, _ diagnosis: @escaping @MainActor () -> Diagnosis) {
        let sheet = { @MainActor (contents: PhotoIndex.Contents?, support: VideoFrames.Support?) in
            var diagnosis = diagnosis()
            diagnosis.indexContents = contents
            diagnosis.videoFrames = support
            diagnosis.decoderMessages += frames.messages
            if index.isStuck { diagnosis.isCacheStuck = true }
            return DetailSheet(diagnosis)
        }
        self.init(
            facts: { MainActor.assumeIsolated { sheet(nil, nil) } },
            load: {
                // Counting blocks on the disk, and on other instances.
                let (contents, support) = await withCheckedContinuation { continuation in
                    DispatchQueue.global(qos: .userInitiated).async {
                        continuation.resume(returning: (index.contents(), frames.support()))
                    }
                }
                return { sheet(contents, support) }
            })
    }
}
