import Testing

/// Tests of the built program on a terminal. One after another: each of them is about a program that has the computer to itself.
@Suite(.serialized)
enum ProgramTests {}
