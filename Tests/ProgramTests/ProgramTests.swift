import Testing

/// Tests of the built program on a terminal. They run one at a time, since each needs the computer to itself, and on
/// a dedicated thread, since other tests run concurrently.
@Suite(.serialized, .dedicatedThread)
enum ProgramTests {}
