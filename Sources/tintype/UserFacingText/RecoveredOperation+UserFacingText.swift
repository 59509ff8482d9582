import Localization
import Screens
import Storage

extension RecoveredOperation {
    /// The message about what became of an operation that its run has not finished.
    var notice: Notice {
        if let problem = failures.values.first {
            let (name, reason) = (
                String(decoding: problem.name, as: UTF8.self), UserFacingText.failure(problem.failure)
            )
            return .failure(localized("The last run ended while it moved photos, and \(name) is left: \(reason)"))
        }
        let done = operation.groups.count
        let total = done + remaining.count
        return .info(localized("The last run ended while it moved photos: \(done) of \(total) were moved"))
    }
}
