import Dispatch
import Glibc

/// Signals as events on the main queue.
@MainActor
final class SignalSources {
    private var sources: [any DispatchSourceSignal] = []
    private var former: [(signal: Int32, action: sigaction)] = []
    private var blocked = sigset_t()

    /// Takes these signals over: nothing happens by itself any more.
    init(_ signals: [Int32], handler: @escaping @MainActor (Int32) -> Void) {
        // A signal that comes before its source listens waits for it, instead of being lost to the handler below.
        sigemptyset(&blocked)
        for signal in signals { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        for signal in signals {
            var action = sigaction()
            // ncurses and the system leave a signal alone that has a handler, even one that does nothing.
            action.__sigaction_handler.sa_handler = { _ in }
            action.sa_flags = SA_RESTART
            var before = sigaction()
            sigaction(signal, &action, &before)
            former.append((signal, before))
            let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { handler(signal) } }
            source.resume()
            sources.append(source)
        }
    }

    /// Gives the signals back as they were: what ends a process ends it from now on, even while it waits for the disk.
    func cancel() {
        sources.forEach { $0.cancel() }
        sources = []
        for (signal, action) in former {
            var action = action
            sigaction(signal, &action, nil)
        }
        former = []
        // Dispatch blocks them on its own threads as well, and the main queue runs on one of these.
        pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
    }
}
