import Dispatch
import Glibc

/// Delivers signals as events on the main queue.
@MainActor
final class SignalSources {
    private var sources: [any DispatchSourceSignal] = []
    private var former: [(signal: Int32, action: sigaction)] = []
    private var blocked = sigset_t()

    /// Takes over the given signals, which no longer have their default action.
    init(_ signals: [Int32], handler: @escaping @MainActor (Int32) -> Void) {
        // Blocks the signals, so that one that arrives before its source is active stays pending instead of being lost
        // to the empty handler below.
        sigemptyset(&blocked)
        for signal in signals { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        for signal in signals {
            var action = sigaction()
            // ncurses leaves a signal alone that has a handler, even an empty one, and the default action doesn't
            // happen.
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

    /// Restores the former handling: from now on a signal ends the process, even during blocking disk access.
    /// - Parameter ignored: a signal to ignore instead.
    func cancel(ignoring ignored: Int32? = nil) {
        sources.forEach { $0.cancel() }
        sources = []
        for (signal, action) in former {
            var action = action
            if signal == ignored { action.__sigaction_handler.sa_handler = SIG_IGN }
            sigaction(signal, &action, nil)
        }
        former = []
        // Dispatch also blocks them on its own threads, one of which runs the main queue.
        pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
    }
}

/// The default action of a signal.
public enum DefaultSignalAction {
    /// Performs the default action on this process; returns only if the process continues.
    ///
    /// SIGTSTP has no effect in an orphaned process group, where nothing could continue the process.
    public static func perform(_ signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_DFL
        var formerAction = sigaction()
        sigaction(signal, &action, &formerAction)
        // `raise` targets this thread, and Dispatch's threads have signals blocked.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, signal)
        var formerMask = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &mask, &formerMask)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &formerMask, nil)
        sigaction(signal, &formerAction, nil)
    }
}
