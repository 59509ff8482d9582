import Testing

/// Tests of the built program on a terminal.
@Suite(.fewAtATime)
enum ProgramTests {}
