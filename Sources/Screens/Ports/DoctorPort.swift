/// Port for the facts on the doctor page, about the program and its environment.
public struct DoctorPort {
    /// Returns the facts that are available at once.
    let facts: () -> DetailSheet
    /// Returns all facts, including those that must be read from a disk.
    let complete: @MainActor () async -> DetailSheet

    public init(facts: @escaping () -> DetailSheet, complete: @escaping @MainActor () async -> DetailSheet) {
        self.facts = facts
        self.complete = complete
    }
}
