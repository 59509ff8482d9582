/// A shared library of the system that the program uses, as found at run time.
public struct SystemLibrary: Hashable, Sendable {
    /// Its name, such as `libjxl`.
    public let name: String
    public let state: State

    public enum State: Hashable, Sendable {
        case found(version: String)
        /// This version can't be loaded. A package of Debian has it.
        case missing(version: String, package: String)
        /// It lacks the plugin that decodes a format.
        case withoutDecoder(format: String, package: String)
    }

    public init(name: String, _ state: State) {
        self.name = name
        self.state = state
    }

    /// A library that is loaded when it is needed.
    /// - Parameters:
    ///   - soname: its file name for the dynamic linker, such as `libjxl.so.0.7`.
    ///   - version: the version of the loaded library; nil if it can't be loaded.
    public init(soname: String, version: String?) {
        let wanted = Self.version(ofSoname: soname)
        let name = soname.firstRange(of: ".so").map { String(soname[..<$0.lowerBound]) } ?? soname
        // The naming rule of Debian Policy 8.1. Packages with another name, such as `libraw23t64`, provide this one.
        let package = "\(name)\(name.last?.isNumber == true ? "-" : "")\(wanted)".lowercased()
        self.init(name: name, version.map { .found(version: $0) } ?? .missing(version: wanted, package: package))
    }

    /// Returns the version of a library's interface: 0.7 for `libjxl.so.0.7`.
    public static func version(ofSoname soname: String) -> String {
        soname.firstRange(of: ".so.").map { String(soname[$0.upperBound...]) } ?? ""
    }

    /// Debian's package that is missing; nil if nothing is.
    public var missingPackage: String? {
        switch state {
        case .found: nil
        case .missing(_, let package), .withoutDecoder(_, let package): package
        }
    }
}
