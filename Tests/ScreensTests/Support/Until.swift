/// Waits until something is so; the time limit of the suite ends it when it never is.
@MainActor
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
