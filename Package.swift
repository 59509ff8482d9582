// swift-tools-version: 6.1
import PackageDescription

/// Optimizes debug builds of modules that process pixels, cells, hashes or whole files: without it they are up to 25 times
/// slower.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "tintype",
    products: [.executable(name: "tintype", targets: ["tintype"])],
    dependencies: [
        // Exact, because `tintype completions` adds to the text of its scripts.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        // The inner layer: the domain, and drawing on a terminal of any kind.
        .target(name: "Basics"),
        .target(name: "Albums", dependencies: ["Basics", "CUTF8Proc"]),
        .target(name: "CellArt", dependencies: ["Basics"], swiftSettings: optimized),
        .target(name: "TerminalUI", dependencies: ["CellArt", "CTextWidth"], swiftSettings: optimized),
        .target(name: "Localization", dependencies: ["CTranslations"]),
        .target(name: "Places", dependencies: ["Albums", "Basics", "CGazetteer"], swiftSettings: optimized),

        // Adapters to the outside world: files, the network, image formats, the terminal.
        .target(name: "HTTP", dependencies: ["Basics", "CCurl", "CZlib"]),
        .target(name: "Libraries", dependencies: ["Albums", "Basics", "CFileShims", "HTTP"]),
        .target(name: "DemoLibrary", dependencies: ["Albums", "Basics"], swiftSettings: optimized),
        .target(
            name: "Storage",
            dependencies: [
                "Albums", "Basics", "CFileShims", "CNettle", "CSQLite", "CZlib",
            ],
            swiftSettings: optimized),
        .target(
            name: "Pictures",
            dependencies: [
                "Albums", "Basics", "CellArt", "CDecodingWorker", "CExempi", "CPictureShims", "CWebP", "CGIF", "CHEIF",
                "CJPEGXL",
                "CLibRaw", "CZlib",
            ],
            swiftSettings: optimized),
        .target(
            name: "CursesTerminal",
            dependencies: [
                "CellArt", "TerminalUI", "CNcurses", "CSocketQueue", "CTerminalRescue", "CTextWidth", "CZlib",
            ],
            swiftSettings: optimized),

        .target(name: "ANSIRendering", dependencies: ["CellArt", "TerminalUI"], swiftSettings: optimized),

        // The user interface, and the executable that composes everything.
        .target(
            name: "Screens", dependencies: ["Albums", "Basics", "CellArt", "Localization", "TerminalUI", "CQREncode"]),
        .executableTarget(
            name: "tintype",
            dependencies: [
                "Albums", "Basics", "ANSIRendering", "CellArt", "CursesTerminal", "DemoLibrary", "HTTP", "Libraries",
                "Localization", "Pictures", "Places", "Screens", "Storage", "TerminalUI",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Run by hand for measurements: see docs/Performance.md.
        .executableTarget(
            name: "tintype-bench",
            dependencies: [
                "Albums", "CellArt", "HTTP", "Libraries", "Pictures", "Storage",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // Module maps of system libraries. SwiftPM names the package of a library that is missing, as far as pkg-config knows
        // it; our own C does so for the others.
        // SwiftPM would warn about the macros in the pkg-config file of ncurses.
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CUTF8Proc"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Our own C, for what Swift cannot do: variadic functions, longjmp across frames, signal handlers, wcwidth, renameat2, embedding
        // files.
        .target(name: "CPictureShims", linkerSettings: ["jpeg", "lcms2", "png", "tiff"].map { .linkedLibrary($0) }),
        .target(name: "CDecodingWorker", dependencies: ["CRoleProcess"], linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "CCurl", dependencies: ["CLibraryLoading"]),
        .target(name: "CExempi", dependencies: ["CLibraryLoading"]),
        .target(name: "CJPEGXL", dependencies: ["CLibraryLoading"]),
        .target(name: "CLibRaw", dependencies: ["CLibraryLoading"]),
        .target(name: "CLibraryLoading"),
        .target(name: "CFileShims"),
        .target(name: "CGazetteer", exclude: ["cities15000.bin", "countries.tsv"]),
        .target(name: "CRoleProcess"),
        .target(name: "CSocketQueue"),
        .target(name: "CTerminalRescue", dependencies: ["CRoleProcess"]),
        .target(name: "CTextWidth"),
        .target(name: "CTranslations", exclude: ["po"]),

        .testTarget(name: "BasicsTests", dependencies: ["Basics", "TestFixtures"]),
        .testTarget(name: "AlbumsTests", dependencies: ["Albums", "Basics", "TestFixtures"]),
        .testTarget(name: "CellArtTests", dependencies: ["CellArt", "Basics", "Fuzzing", "SeededGenerator"]),
        .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "CellArt", "SeededGenerator"]),
        .testTarget(name: "LocalizationTests", dependencies: ["Localization"]),
        .testTarget(name: "PlacesTests", dependencies: ["Places", "Albums"]),
        .testTarget(name: "DemoLibraryTests", dependencies: ["DemoLibrary", "Albums", "Basics"]),
        .testTarget(
            name: "LibrariesTests",
            dependencies: ["Libraries", "Albums", "Basics", "DemoLibrary", "Fuzzing", "HTTP", "TestFixtures"]),
        .testTarget(
            name: "HTTPTests",
            dependencies: ["HTTP", "Basics", "Fuzzing", "SilentResolver", "TestFixtures", "TLSAcceptor"]),
        .testTarget(
            name: "ANSIRenderingTests",
            dependencies: ["ANSIRendering", "CellArt", "TerminalUI", "SeededGenerator", "VirtualTerminal"]),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Storage", "Albums", "Basics", "CSQLite", "Fuzzing", "SeededGenerator", "TestFixtures",
            ], exclude: ["FormerRelease"]),
        .testTarget(
            name: "PicturesTests",
            dependencies: [
                "tintype", "Pictures", "Albums", "Basics", "CDecodingWorker", "CellArt", "Fuzzing", "Libraries",
                "Storage", "CTurboJPEG",
                "CWebP", "CGIF",
                "CHEIF", "CJXL", "CLCMS", "CZlib", "HostileWorker", "TestFixtures",
            ]),
        .testTarget(
            name: "CursesTerminalTests",
            dependencies: [
                "CursesTerminal", "CellArt", "Fuzzing", "TerminalUI", "SeededGenerator", "TestFixtures",
                "VirtualTerminal",
            ]),
        .testTarget(
            name: "ScreensTests",
            dependencies: ["Screens", "Albums", "Basics", "CellArt", "TerminalUI", "SeededGenerator", "TestFixtures"]),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "tintype", "tintype-bench", "CVTerm", "CZlib", "Storage", "TestFixtures",
            ]),
        .target(name: "TestFixtures", path: "Tests/TestFixtures"),
        .executableTarget(name: "HostileWorker", dependencies: ["CDecodingWorker"], path: "Tests/HostileWorker"),
        .target(name: "SilentResolver", path: "Tests/SilentResolver"),
        .target(
            name: "TLSAcceptor", path: "Tests/TLSAcceptor",
            linkerSettings: ["ssl", "crypto"].map { .linkedLibrary($0) }),
        .target(name: "SeededGenerator", path: "Tests/SeededGenerator", swiftSettings: optimized),
        .target(
            name: "Fuzzing", dependencies: ["SeededGenerator"], path: "Tests/Fuzzing", swiftSettings: optimized),
        .target(
            name: "VirtualTerminal", dependencies: ["CellArt", "TerminalUI", "CVTerm"], path: "Tests/VirtualTerminal"),
        .systemLibrary(name: "CJXL", path: "Tests/CJXL"),
        .systemLibrary(name: "CLCMS", path: "Tests/CLCMS"),
        .systemLibrary(name: "CVTerm", path: "Tests/CVTerm"),
        .systemLibrary(name: "CTurboJPEG", path: "Tests/CTurboJPEG"),
    ],
    swiftLanguageModes: [.v6]
)
