/// Waits until a condition holds; the suite's time limit ends a wait that never succeeds.
@MainActor
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
