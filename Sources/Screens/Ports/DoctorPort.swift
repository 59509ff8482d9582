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

/// The facts of one doctor page. Those that take time are loaded once, whatever changes in the meantime.
@MainActor
final class DoctorFacts {
    private let doctor: DoctorPort
    private var loading: Task<DoctorPort.AllFacts, Never>?

    init(_ doctor: DoctorPort) {
        self.doctor = doctor
    }

    /// Returns all facts, the current ones about the terminal included.
    func complete() async -> DetailSheet {
        let loading = loading ?? Task { [doctor] in await doctor.load() }
        self.loading = loading
        return await loading.value()
    }
}
