import Glibc

/// What a signal does to a process that does not handle it.
public enum DefaultSignalAction {
    /// Lets it happen to this process; returns only when the process goes on.
    ///
    /// SIGTSTP stops nothing where nobody could let the process go on: in an orphaned process group.
    public static func take(_ signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_DFL
        var formerAction = sigaction()
        sigaction(signal, &action, &formerAction)
        // What is raised goes to this thread, and the threads of dispatch have signals blocked.
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
