import Glibc

/// The default action of a signal.
public enum DefaultSignalAction {
    /// Performs the default action on this process; returns only if the process continues.
    ///
    /// SIGTSTP has no effect in an orphaned process group, where nothing could continue the process.
    public static func take(_ signal: Int32) {
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
