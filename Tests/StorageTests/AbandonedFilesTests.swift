import FoundationEssentials
import Glibc
import Storage
import TestFixtures
import Testing

@Suite("Files of killed runs")
struct AbandonedFilesTests {
    private let folder: TemporaryFolder
    private let dead: pid_t

    init() throws {
        folder = try TemporaryFolder()
        // The number of a process that has ended.
        var process = pid_t()
        let arguments = [strdup("true"), nil]
        defer { free(arguments[0]) }
        try #require(posix_spawnp(&process, "true", nil, nil, arguments, environ) == 0)
        var status: Int32 = 0
        try #require(waitpid(process, &status, 0) == process)
        dead = process
    }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    @Test("Pixels in shared memory of dead processes are removed, others stay")
    func pixels() throws {
        let others: Set = ["tintype-\(getpid())-7", "tintype-tests-1", "tintype-\(dead)-x", "other-\(dead)-1"]
        for name in others.union(["tintype-\(dead)-1", "tintype-\(dead)-18446744073709551615"]) {
            try folder.addFile(name)
        }
        try folder.addLink("tintype-\(dead)-2", to: "elsewhere")
        AbandonedFiles.remove(state: folder.path + "/none", sharedMemory: folder.path)
        #expect(try names() == others.union(["tintype-\(dead)-2"]))
    }

    @Test("Pixels of another user stay", .requiresRoot)
    func otherUser() throws {
        try folder.addFile("tintype-\(dead)-1")
        try #require(chown(folder.path + "/tintype-\(dead)-1", 1, 1) == 0)
        AbandonedFiles.remove(state: folder.path + "/none", sharedMemory: folder.path)
        #expect(try names() == ["tintype-\(dead)-1"])
    }

    @Test("Markers that dead processes haven't published are removed")
    func markers() throws {
        for name in [".running-\(dead)", ".running-\(getpid())", ".running-x"] { try folder.addFile(name) }
        AbandonedFiles.remove(state: folder.path, sharedMemory: folder.path + "/none")
        #expect(try names() == [".running-\(getpid())", ".running-x"])
    }

    @Test("Unfinished updates of the state are removed, unless one is under way")
    func state() throws {
        for name in ["state.json", "state.json.Ab3dEf", "state.json.backup"] { try folder.addFile(name) }
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        try #require(flock(descriptor, LOCK_EX) == 0)
        AbandonedFiles.remove(state: folder.path, sharedMemory: folder.path + "/none")
        #expect(try names() == ["state.json", "state.json.Ab3dEf", "state.json.backup"])
        // A process that another test is starting may have inherited the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
        AbandonedFiles.remove(state: folder.path, sharedMemory: folder.path + "/none")
        #expect(try names() == ["state.json", "state.json.backup"])
    }
}
