import Localization
import Screens
import Storage

extension RecoveredOperation {
    /// The message about the outcome of an operation that its own run didn't finish.
    var notice: Notice {
        if let problem = failures.values.first {
            let (name, reason) = (
                String(decoding: problem.name, as: UTF8.self), UserFacingText.failure(problem.failure)
            )
            return .failure(localized("An earlier run was interrupted, and \(name) couldn't be moved: \(reason)"))
        }
        let done = operation.groups.count
        let total = done + remaining.count
        return .info(
            localized(
                done, one: "An earlier run was interrupted: \(done) of \(total) photos is at its new place",
                other: "An earlier run was interrupted: \(done) of \(total) photos are at their new place"))
    }
}
