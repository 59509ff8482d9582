import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Languages")
    struct Languages {
        /// Each language's words for albums, keys, copying a path, and the doctor.
        private static let words = [
            ("en", ["Albums", "Keys", "Copy the path", "Diagnostics"]),
            ("de", ["Alben", "Tasten", "Pfad kopieren", "Diagnose"]),
            ("es", ["Álbumes", "Teclas", "Copiar la ruta", "Diagnóstico"]),
            ("fr", ["Albums", "Touches", "Copier le chemin", "Diagnostic"]),
            ("ja", ["アルバム", "キー操作", "パスをコピー", "診断"]),
            ("zh_CN", ["相册", "按键", "复制路径", "诊断"]),
            ("pt_BR", ["Álbuns", "Teclas", "Copiar o caminho", "Diagnóstico"]),
        ]

        @Test("The home, help, share and doctor screens are translated", arguments: words)
        func screens(language: String, words: [String]) async throws {
            let folder = try PictureFolder(["Sea/dune.png", "Sea/surf.png", "Sky/cloud.png"])
            let session = try ScreenSession([folder.path, "--language", language])
            try await session.wait(for: "Sea")
            try await session.wait(for: " \(words[0]) ")
            session.type("?")
            try await session.wait(for: words[1])
            session.type("q")
            try await session.wait(forNo: words[1])
            session.press(.enter)
            try await session.wait(for: "surf")
            session.press(.enter)
            try await session.wait(forNo: "surf")
            session.type("s")
            try await session.wait(for: words[2])
            session.press(.escape)
            try await session.wait(forNo: words[2])
            session.type("q")
            try await session.wait(for: "surf")
            session.type("D")
            try await session.wait(for: words[3])
        }

        @Test("The language comes from the option, then the configuration, then the environment")
        func choice() async throws {
            func greeting(_ arguments: [String], _ environment: [String: String], _ home: TemporaryFolder) async throws
                -> String
            {
                let session = try ScreenSession(
                    ["/nowhere"] + arguments, environment: environment, home: home)
                _ = try await session.waitForEnd()
                return session.text
            }
            let home = try TemporaryFolder()
            let german = ["LANG": "de_DE.UTF-8"]
            #expect(try await greeting([], [:], home).contains("no such file or folder"))
            #expect(try await greeting([], german, home).contains("Datei oder Ordner nicht gefunden"))
            try home.addFile(".config/tintype/config.toml", contents: "language = \"fr\"\n")
            #expect(try await greeting([], german, home).contains("ce fichier ou dossier"))
            #expect(try await greeting(["--language", "es"], german, home).contains("no existe ese archivo"))
            #expect(try await greeting(["--language", "tlh"], german, home).contains("language"))
        }

        @Test("An ASCII terminal gets English")
        func ascii() async throws {
            let folder = try PictureFolder(["Sea/dune.png", "Sky/cloud.png"])
            let session = try ScreenSession([folder.path, "--language", "ja", "--ascii"])
            try await session.wait(for: " Albums ")
        }
    }
}
