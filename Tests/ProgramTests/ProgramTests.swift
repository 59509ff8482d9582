import Testing

/// Tests of the built program on a terminal. One after another, since each is about a program that has the computer to
/// itself, and on their own thread, since other tests run at the same time.
@Suite(.serialized, .ownThread)
enum ProgramTests {}
