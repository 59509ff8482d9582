/// Port for the facts on the doctor page, about the program and its environment.
public struct DoctorPort {
    /// Returns the facts that are available at once.
    let facts: () -> DetailSheet
    /// Loads the facts that take time, such as those on a disk. The result returns these and the current other ones.
    let load: @MainActor () async -> AllFacts

    public typealias AllFacts = @MainActor @Sendable () -> DetailSheet

    public init(facts: @escaping () -> DetailSheet, load: @escaping @MainActor () async -> AllFacts) {
        self.facts = facts
        self.load = load
    }
}
