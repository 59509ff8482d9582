import Albums
import Basics
import CExempi
import CPictureShims

extension SystemLibrary {
    /// Loads the libraries that decode pictures and read metadata. Call this before the process drops its privileges,
    /// because loading opens files.
    ///
    /// - Returns: All of them, also those that are missing.
    static func loadForPictures() -> [SystemLibrary] {
        // Formats share libraries.
        var known: Set<SystemLibrary> = []
        let libraries = PictureFormat.all.flatMap { $0.libraries() }.filter { known.insert($0).inserted }
        return libraries + [linked("lcms2", thousandths(tintype_color_version())), xmp]
    }

    static let xmp: SystemLibrary = {
        let soname = String(cString: tintype_xmp_soname())
        // Exempi doesn't report its version.
        return SystemLibrary(soname: soname, version: tintype_xmp_load() ? version(ofSoname: soname) : nil)
    }()

    /// - Throws: `PictureFailure.missingLibrary`, unless the library has been found.
    func check(for format: PictureFormat) throws(PictureFailure) {
        guard let missingPackage else { return }
        throw .missingLibrary(format: format.name, package: missingPackage)
    }

    /// A library with which the program is linked.
    static func linked(_ name: String, _ version: String) -> SystemLibrary {
        SystemLibrary(name: name, .found(version: version))
    }

    /// Formats a version in thousandths: 2140 is 2.14.
    private static func thousandths(_ number: Int32) -> String {
        "\(number / 1000).\(number % 1000 / 10)"
    }
}
