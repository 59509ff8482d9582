import Dispatch
import Screens
import Storage

extension DoctorPort {
    /// Creates the port that counts the photos of the index in the background.
    /// - Parameter diagnosis: creates the other facts.
    @MainActor
    init(_ index: PhotoIndex, _ diagnosis: @escaping @MainActor () -> Diagnosis) {
        let sheet = { @MainActor (contents: PhotoIndex.Contents?) in
            var diagnosis = diagnosis()
            diagnosis.indexContents = contents
            if index.isStuck { diagnosis.isCacheStuck = true }
            return DetailSheet(diagnosis)
        }
        self.init(
            facts: { MainActor.assumeIsolated { sheet(nil) } },
            complete: {
                // Counting blocks on the disk, and on other instances.
                let contents = await withCheckedContinuation { continuation in
                    DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: index.contents()) }
                }
                return sheet(contents)
            })
    }
}
