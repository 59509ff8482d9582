import Albums
import CDecodingWorker
import Foundation
import Glibc
import Synchronization
import TestFixtures
import Testing

@testable import Pictures

/// The tools of these tests are scripts that attempt forbidden actions.
@Suite("Confined tools for videos", .timeLimit(.minutes(60)))
struct VideoToolProcessTests {
    private let folder: TemporaryFolder
    private let video: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFile("video.mp4", contents: "the video")
        video = Array("\(folder.path)/video.mp4".utf8)
    }

    /// Creates an executable script in Perl.
    private func script(_ text: String, name: String = "tool") throws -> String {
        try folder.addProgram(name, contents: "#!/usr/bin/perl\n$| = 1;\n\(text)\n")
    }

    private func run(
        _ script: String, arguments: [String] = [], executable: String = BuiltProgram.path, seconds: Double = 60,
        outputBytes: Int = 1 << 20, log: DecoderLog = DecoderLog(),
        cancellation: DecodeCancellation = DecodeCancellation()
    ) throws -> String {
        let opened = try OpenedSource(.file(path: video))
        let output = try VideoToolProcess.output(
            of: [script] + arguments, video: opened, executable: executable,
            limits: VideoToolProcess.Limits(deadline: .now + .seconds(seconds), outputBytes: outputBytes),
            log: log, cancellation: cancellation)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// Whether a process exists, also as a zombie.
    private func exists(_ process: String) throws -> Bool {
        kill(try #require(pid_t(process)), 0) == 0
    }

    // MARK: Files

    @Test("A tool can read the video and the system's libraries, and no other file")
    func reading() throws {
        try folder.addFile("secret", contents: "secret")
        let script = try script(
            """
            for my $path (@ARGV) {
                my $opened = open(my $file, '<', $path);
                print $opened ? 'allowed ' . (readline($file) // '') : 'denied ', "\\n";
            }
            print opendir(my $folder, '/') ? "listed\\n" : "not listed\\n";
            print opendir($folder, '/usr') ? "listed\\n" : "not listed\\n";
            """)
        let denied = [
            "/etc/passwd", "/etc/hostname", "\(folder.path)/secret", String(decoding: video, as: UTF8.self),
            "/proc/1/environ", "/proc/\(getpid())/environ", "/proc/\(getpid())/maps", "/dev/zero", "/root/.bashrc",
            BuiltProgram.path,
        ]
        let output = try run(script, arguments: ["/proc/self/fd/0", "/dev/null"] + denied)
        var expected = ["allowed the video", "allowed "] + denied.map { _ in "denied " }
        // The rule for the video is one for its file, whatever it is called.
        expected[5] = "allowed the video"
        #expect(output == (expected + ["not listed", "not listed", ""]).joined(separator: "\n"))
    }

    @Test("A tool can change no file")
    func writing() throws {
        try folder.addFile("other", contents: "other")
        let script = try script(
            """
            my ($folder) = @ARGV;
            sub report { print "$_[0] ", $_[1] ? "allowed" : "denied", "\\n" }
            report("write video", open(my $a, '+<', '/proc/self/fd/0'));
            report("write other", open(my $b, '>', "$folder/other"));
            report("create", open(my $c, '>', "$folder/new"));
            report("create in /tmp", open(my $d, '>', '/tmp/tintype-tool'));
            report("append", open(my $e, '>>', "$folder/video.mp4"));
            report("truncate", truncate("$folder/video.mp4", 0));
            report("unlink", unlink("$folder/other"));
            report("rename", rename("$folder/other", "$folder/another"));
            report("link", link("$folder/other", "$folder/another"));
            report("symlink", symlink("/etc/passwd", "$folder/another"));
            report("mkdir", mkdir("$folder/sub"));
            report("rmdir", rmdir("$folder"));
            report("chmod", chmod(0777, "$folder/other"));
            report("utime", utime(1, 1, "$folder/other"));
            report("standard input", syswrite(STDIN, "x"));
            """)
        let output = try run(script, arguments: [folder.path]).split(separator: "\n")
        #expect(output.count == 15 && output.allSatisfy { $0.hasSuffix("denied") }, "\(output)")
        let path = String(decoding: video, as: UTF8.self)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "the video")
        #expect(try String(contentsOfFile: "\(folder.path)/other", encoding: .utf8) == "other")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["other", "tool", "video.mp4"])
    }

    // MARK: Other processes, and the network

    @Test("A tool has no network, starts no process, and reaches no other one")
    func calls() throws {
        let script = try script(
            """
            sub report { print "$_[0] ", $_[1] ? "allowed" : "denied", "\\n" }
            for my $family (1, 2, 10, 16) { report("socket $family", socket(my $socket, $family, 1, 0)) }
            report("pair", socketpair(my $one, my $two, 1, 1, 0));
            my $child = fork;
            if (defined $child && $child == 0) { exit }
            report("fork", defined $child);
            report("signal", kill(0, getppid));
            report("signals for all", kill(0, -1));
            report("group", setpgrp(0, 0));
            report("priority", setpriority(0, 0, 19));
            report("shell", open(my $pipe, '-|', 'echo', 'x'));
            report("chroot", chroot('/'));
            """)
        let output = try run(script).split(separator: "\n")
        #expect(output.count == 12 && output.allSatisfy { $0.hasSuffix("denied") }, "\(output)")
    }

    @Test("A tool can't send signals through a descriptor, outlive the program, or read attributes of files")
    func callsByNumber() throws {
        let script = try script(
            """
            use Errno;
            use POSIX;
            my ($path) = @ARGV;
            my $isX86 = (POSIX::uname())[4] eq 'x86_64';
            sub report { print "$_[0] ", $_[1] == -1 && $!{EPERM} ? "denied" : "allowed", "\\n" }
            my ($fcntl, $ioctl, $prctl) = $isX86 ? (72, 16, 157) : (25, 29, 167);
            my $owner = pack 'ii', 1, getppid;
            # The kernel ignores the upper half of a command.
            for my $upper (0, 1 << 32) {
                report("F_SETOWN", syscall($fcntl, 1, $upper + 8, getppid));
                report("F_SETSIG", syscall($fcntl, 1, $upper + 10, 9));
                report("F_SETOWN_EX", syscall($fcntl, 1, $upper + 15, $owner));
                report("FIOSETOWN", syscall($ioctl, 1, $upper + 0x8901, $owner));
                report("SIOCSPGRP", syscall($ioctl, 1, $upper + 0x8902, $owner));
                report("PR_SET_PDEATHSIG", syscall($prctl, $upper + 1, 0, 0, 0, 0));
            }
            my ($name, $value) = ('user.secret', ' ' x 64);
            my ($get, $list) = $isX86 ? (191, 194) : (8, 11);
            report("getxattr", syscall($get, $path, $name, $value, 64));
            report("lgetxattr", syscall($get + 1, $path, $name, $value, 64));
            report("fgetxattr", syscall($get + 2, 0, $name, $value, 64));
            report("listxattr", syscall($list, $path, $value, 64));
            report("llistxattr", syscall($list + 1, $path, $value, 64));
            report("flistxattr", syscall($list + 2, 0, $value, 64));
            # fchmodat2, setxattrat, getxattrat, listxattrat, removexattrat and file_setattr.
            for my $call (452, 463..466, 469) { report("call $call", syscall($call, 0, 0, 0, 0, 0, 0)) }
            """)
        let output = try run(script, arguments: [String(decoding: video, as: UTF8.self)]).split(separator: "\n")
        #expect(output.count == 24 && output.allSatisfy { $0.hasSuffix("denied") }, "\(output)")
    }

    @Test("A tool has a new process group, and none of the user's environment, descriptors and folders")
    func inheritance() throws {
        #expect(ProcessInfo.processInfo.environment["PATH"] != nil)
        let script = try script(
            """
            print join(' ', map { "$_=$ENV{$_}" } sort keys %ENV), "\\n";
            use POSIX;
            print join(' ', grep { my $copy = POSIX::dup($_); defined $copy && POSIX::close($copy) } 0..60), "\\n";
            print getpgrp == $$ ? "own group" : "group of the program", "\\n";
            use Cwd; print getcwd(), "\\n";
            """)
        let lines = try run(script).components(separatedBy: "\n")
        #expect(lines[0] == "LC_ALL=C")
        // The script itself is open, too.
        #expect(["0 1 2", "0 1 2 3"].contains(lines[1]))
        #expect(lines[2] == "own group")
        #expect(lines[3] == "/")
    }

    @Test("A tool has limits that it can't raise")
    func limits() throws {
        // BSD::Resource isn't installed everywhere, so the limits are exceeded.
        let memory = try script("my $text = 'x' x (2 << 30); print length $text;", name: "memory")
        #expect(throws: VideoToolProcess.Failure.self) { try run(memory) }
        let descriptors = try script(
            """
            my @open;
            for (1..200) { open(my $null, '<', '/dev/null') or last; push @open, $null }
            print scalar @open;
            """, name: "descriptors")
        #expect(try #require(Int(run(descriptors))) < 64)
    }

    // MARK: Ends

    @Test("A tool that doesn't end is stopped")
    func deadline() throws {
        let log = DecoderLog()
        for body in ["sleep 1 while 1", "1 while 1", "close STDOUT; sleep 1 while 1", "$SIG{TERM} = 'IGNORE'; sleep 9"]
        {
            let script = try script("print STDERR \"$$\\n\"; \(body);")
            #expect(throws: VideoToolProcess.Failure.self) { try run(script, seconds: 5, log: log) }
            let last = try #require(log.messages.last)
            #expect(try !exists(last.text) && last.failure == .noVideoFrame(.failed))
        }
    }

    @Test("A tool that writes too much is stopped")
    func output() throws {
        let log = DecoderLog()
        let script = try script("print STDERR \"$$\\n\"; print 'x' x 65536 while 1;")
        #expect(throws: VideoToolProcess.Failure.self) { try run(script, log: log) }
        #expect(try !exists(try #require(log.messages.last).text))
        let fitting = try self.script("print 'x' x (1 << 20);", name: "fitting")
        #expect(try run(fitting).count == 1 << 20)
    }

    @Test("A tool that crashes or fails costs only its frame, and leaves no zombie")
    func crash() throws {
        for body in ["kill 'SEGV', $$; sleep 9", "exit 3", "exit 1"] {
            let log = DecoderLog()
            let script = try script("print STDERR \"$$\\n\"; print 'half'; \(body);")
            #expect(throws: VideoToolProcess.Failure.self) { try run(script, log: log) }
            #expect(try !exists(try #require(log.messages.last).text))
        }
        #expect(throws: VideoToolProcess.Failure.self) { try run("/nothing") }
        #expect(throws: VideoToolProcess.Failure.self) { try run("") }
    }

    @Test("Cancelling ends the tool")
    func cancellation() async throws {
        let log = DecoderLog()
        let cancellation = DecodeCancellation()
        let name = "tool-\(getpid())"
        let script = try script("sleep 1 while 1;", name: name)
        let running = Thread.running { try run(script, seconds: 3600, log: log, cancellation: cancellation) }
        var process: String?
        try await waitUntil {
            process = try FileManager.default.contentsOfDirectory(atPath: "/proc").first {
                (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == name + "\n"
            }
            return process != nil
        }
        cancellation.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(try !exists(try #require(process)))
    }

    @Test("The tool ends with the thread that has started it, and so with the program")
    func endOfProgram() async throws {
        let script = try script("sleep 1 while 1;")
        let text = Array(script.utf8) + [0]
        let started = Mutex<pid_t>(0)
        let isTool = Mutex(false)
        let thread = Thread {
            let arguments = worker_make_copy(text, text.count)
            defer { close(arguments) }
            var process: pid_t = 0
            guard video_tool_spawn(BuiltProgram.path, VideoToolRole.name, -1, -1, -1, arguments, &process) == 0 else {
                return
            }
            started.withLock { $0 = process }
            let end = ContinuousClock.now + hangLimit
            while ContinuousClock.now < end, isTool.withLock({ !$0 }) {
                isTool.withLock {
                    $0 = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) == "tool\n"
                }
                usleep(1000)
            }
        }
        thread.start()
        try await waitUntil { thread.isFinished }
        let process = started.withLock { $0 }
        try #require(process > 0 && isTool.withLock { $0 })
        var status: Int32 = 0
        #expect(waitpid(process, &status, 0) == process && status == SIGKILL)
    }

    // MARK: Systems without the protections

    @Test(
        "Without Landlock or seccomp, the tool isn't started, and the reason is logged",
        arguments: [("landlock", "Landlock"), ("seccomp", "seccomp")])
    func unprotected(call: String, protection: String) throws {
        let log = DecoderLog()
        let tool = try script("print 'started'; print STDERR \"started\\n\";")
        // Jumps to the last instruction, or to the one before.
        let landlock = "[0x15, 0, 1, 444]"
        let seccomp = "[0x15, 3, 0, $seccomp], [0x15, 0, 3, $prctl], [0x20, 0, 0, 16], [0x15, 0, 1, 22]"
        // Starts the program without one of the protections, as on an old kernel.
        let old = try script(
            """
            use POSIX;
            my ($machine) = (POSIX::uname())[4];
            my ($prctl, $seccomp) = $machine eq 'x86_64' ? (157, 317) : (167, 277);
            # The number of the call, and its first argument.
            my $deny = [0x06, 0, 0, 0x00050026];
            my @filter = (
                [0x20, 0, 0, 0], \(call == "landlock" ? landlock : seccomp), $deny, [0x06, 0, 0, 0x7FFF0000]);
            my $filter = join '', map { pack 'SCCL', @$_ } @filter;
            my $program = pack('S x![P] P', length($filter) / 8, $filter);
            syscall($prctl, 38, 1, 0, 0, 0) == 0 or die "no_new_privs: $!";
            syscall($prctl, 22, 2, $program) == 0 or die "filter: $!";
            exec {'\(BuiltProgram.path)'} 'tintype: video frame';
            """, name: "old")
        #expect(throws: VideoToolProcess.Failure.unprotected) { try run(tool, executable: old, log: log) }
        let message = try #require(log.messages.last).text
        #expect(message.hasPrefix("\(protection): "), "\(log.messages)")
        #expect(!log.messages.contains { $0.text == "started" })
        #expect(try run(tool) == "started")
    }
}
