import Testing

@testable import TerminalUI

@Suite("Key sequences")
struct KeySequenceTests {
    @Test(
        "Named keys are decoded in the forms of xterm, VT220, rxvt and the Linux console",
        arguments: [
            ("[A", Key(.up)), ("[B", Key(.down)), ("[C", Key(.right)), ("[D", Key(.left)), ("[H", Key(.home)),
            ("[F", Key(.end)), ("OA", Key(.up)), ("OD", Key(.left)), ("OH", Key(.home)), ("OF", Key(.end)),
            ("[1~", Key(.home)), ("[2~", Key(.insert)), ("[3~", Key(.delete)), ("[4~", Key(.end)),
            ("[5~", Key(.pageUp)), ("[6~", Key(.pageDown)), ("[7~", Key(.home)), ("[8~", Key(.end)),
            ("OP", Key(.function(1))), ("OS", Key(.function(4))), ("[11~", Key(.function(1))),
            ("[15~", Key(.function(5))), ("[17~", Key(.function(6))), ("[21~", Key(.function(10))),
            ("[24~", Key(.function(12))), ("[25~", Key(.function(13))), ("[29~", Key(.function(16))),
            ("[34~", Key(.function(20))), ("[[A", Key(.function(1))), ("[[E", Key(.function(5))),
            ("[Z", Key(.tab, .shift)), ("OM", Key(.enter)), ("Oj", Key("*")), ("Op", Key("0")), ("Oy", Key("9")),
        ])
    func named(_ sequence: String, key: Key) {
        #expect(keys("\u{1B}" + sequence) == [key])
    }

    @Test(
        "Modifiers are decoded from the second parameter and in rxvt's form",
        arguments: [
            ("[1;2A", Key(.up, .shift)), ("[1;3A", Key(.up, .alt)), ("[1;5C", Key(.right, .control)),
            ("[1;6H", Key(.home, [.shift, .control])), ("[1;8F", Key(.end, [.shift, .alt, .control])),
            ("[1;2P", Key(.function(1), .shift)), ("[1;2R", Key(.function(3), .shift)), ("[R", Key(.function(3))),
            ("[3;5~", Key(.delete, .control)), ("[15;2~", Key(.function(5), .shift)),
            ("O1;5P", Key(.function(1), .control)),
            ("Oa", Key(.up, .control)), ("[a", Key(.up, .shift)), ("[5^", Key(.pageUp, .control)),
            ("[5@", Key(.pageUp, [.shift, .control])), ("\u{1B}[A", Key(.up, .alt)), ("\u{1B}OA", Key(.up, .alt)),
            ("\u{1B}[5~", Key(.pageUp, .alt)), ("[1;65A", Key(.up)), ("[1;1A", Key(.up)), ("[;5A", Key(.up, .control)),
        ])
    func modified(_ sequence: String, key: Key) {
        #expect(keys("\u{1B}" + sequence) == [key])
    }

    @Test(
        "The kitty protocol and xterm's modifyOtherKeys are decoded by code point",
        arguments: [
            ("[27u", Key(.escape)), ("[13u", Key(.enter)), ("[9;2u", Key(.tab, .shift)),
            ("[127;3u", Key(.backspace, .alt)), ("[27;65u", Key(.escape)), ("[27;129u", Key(.escape)),
            ("[97u", Key("a")), ("[97;5u", Key(.character("a"), .control)), ("[97;3u", Key(.character("a"), .alt)),
            ("[97;2u", Key("A")), ("[97:65;2u", Key("A")), ("[47:63;2u", Key("?")), ("[228;2u", Key("Ä")),
            ("[97;5:2u", Key(.character("a"), .control)), ("[57399u", Key("0")), ("[57414u", Key(.enter)),
            ("[57419;5u", Key(.up, .control)), ("[57376u", Key(.function(13))), ("[97;33u", Key(.character("a"), .alt)),
            ("[1;1:1A", Key(.up)), ("[27;5;97~", Key(.character("a"), .control)), ("[13~", Key(.function(3))),
            ("[47:63;4u", Key(.character("?"), .alt)), ("[32;2u", Key(" ")), ("[57426u", Key(.delete)),
        ])
    func codePoints(_ sequence: String, key: Key) {
        #expect(keys("\u{1B}" + sequence) == [key])
    }

    @Test(
        "Keys that other terminals cannot distinguish are one key in the kitty protocol",
        arguments: [
            ("[91;5u", Key(.escape)), ("[105;5u", Key(.tab)), ("[106;5u", Key(.enter)), ("[109;5u", Key(.enter)),
            ("[104;5u", Key(.backspace)), ("[91;7u", Key(.escape, .alt)), ("[27;2u", Key(.escape)),
            ("[13;2u", Key(.enter)), ("[13;5u", Key(.enter)), ("[13;7u", Key(.enter, .alt)),
            ("[127;2u", Key(.backspace)), ("[127;5u", Key(.backspace)), ("[9;5u", Key(.tab)),
            ("[9;6u", Key(.tab, .shift)), ("[97;6u", Key(.character("a"), .control)),
            ("[99;69u", Key(.character("c"), .control)), ("[27;2;13~", Key(.enter)), ("[27;5;105~", Key(.tab)),
        ])
    func ambiguous(_ sequence: String, key: Key) {
        #expect(keys("\u{1B}" + sequence) == [key])
    }

    @Test("Control with a letter of another alphabet is the Latin letter on the same key")
    func otherAlphabet() {
        #expect(keys("\u{1B}[1089::99;5u") == [Key(.character("c"), .control)])
        #expect(keys("\u{1B}[1093::91;5u") == [Key(.escape)])
        #expect(keys("\u{1B}[1089;5u") == [Key(.character("с"), .control)])
        #expect(keys("\u{1B}[1089::99;3u") == [Key(.character("с"), .alt)])
        #expect(keys("\u{1B}[1089:1057:99;4u") == [Key(.character("С"), .alt)])
    }

    @Test(
        "Key releases, lost focus and unknown keys are dropped",
        arguments: [
            "[97;1:3u", "[1;1:3A", "[3;1:3~", "[O", "[E", "[201~", "[57441u", "[57358u", "[97;9u", "[1;17A",
            "[1114112u", "[55296u", "[99999999999999999999u", "[1u", "Oz", "[[Z",
        ])
    func nothing(_ sequence: String) {
        #expect(keys("\u{1B}\(sequence)q") == [Key("q")])
    }

    @Test("Keys of the terminfo entry take precedence")
    func entryKeys() {
        let own: [[UInt8]: Key] = [
            Array("\u{1B}[M".utf8): Key(.function(1)), Array("\u{1B}[7$".utf8): Key(.home, .shift),
            Array("\u{1B}A".utf8): Key(.up), Array("\u{1B}Oq".utf8): Key(.end),
        ]
        #expect(keys("\u{1B}[Mab", keys: own) == [Key(.function(1)), Key("a"), Key("b")])
        #expect(keys("\u{1B}[7$x", keys: own) == [Key(.home, .shift), Key("x")])
        #expect(keys("\u{1B}A", keys: own) == [Key(.up)])
        #expect(keys("\u{1B}\u{1B}A", keys: own) == [Key(.up, .alt)])
        #expect(keys("\u{1B}Oq", keys: own) == [Key(.end)])
    }

    @Test("A terminfo key that is a prefix of another sequence does not swallow it")
    func shadowingEntryKeys() {
        let own: [[UInt8]: Key] = [
            [0x1B]: Key(.function(9)), Array("\u{1B}[".utf8): Key(.function(9)), Array("a".utf8): Key(.function(9)),
            Array("\u{1B}[1".utf8): Key(.function(9)), Array("\u{1B}[1x".utf8): Key(.function(8)),
        ]
        #expect(keys("\u{1B}[Aa", keys: own) == [Key(.up), Key("a")])
        #expect(keys("\u{1B}[1;5A", keys: own) == [Key(.up, .control)])
        #expect(keys("\u{1B}[1x", keys: own) == [Key(.function(8))])
    }
}
