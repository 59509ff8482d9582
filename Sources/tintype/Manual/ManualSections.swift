import Libraries
import Screens
import Storage

extension ManualSection {
    /// The sections after the commands.
    static var all: [ManualSection] { [keys, configuration, files, environment, exitStatus] }

    private static var keys: ManualSection {
        let screens = [
            "home": "The list of albums", "photos": "Photos, of an album, the feed or favorites", "viewer": "One photo",
            "owners": "Choosing an owner", "sort": "The sort menu",
            "reader": "The lines of a photo, with --reader",
            "share": "The share sheet", "page": "Help, details and the doctor", "program": "Everywhere",
        ]
        var parts = [
            Part.paragraph(
                """
                Keys and commands are named as in the configuration. In a search or a path, keys edit the line as in a \
                shell.
                """)
        ]
        var screen = ""
        for entry in KeyOverrides().listing {
            let name = String(entry.command.prefix { $0 != "." })
            if name != screen { parts.append(.heading("\(screens[name] ?? name) (\(name))")) }
            screen = name
            parts.append(.entry(entry.keys.joined(separator: ", "), "\(entry.help). (\(entry.command))"))
        }
        return ManualSection(title: "KEYS", parts: parts)
    }

    private static var configuration: ManualSection {
        var parts = [
            Part.paragraph(
                """
                Settings are in config.toml, in TOML: cache.disk is disk in the section [cache]. tintype config --print \
                lists all of them with their values and where they come from. Errors are reported with line and column, \
                and the default is used. Command-line options override settings.
                """)
        ]
        for setting in ConfigurationFile.ofUser.descriptions {
            let label = setting.defaultValue.map { "\(setting.name) = \($0)" } ?? setting.name
            parts.append(.entry(label, "\(setting.help) Must be \(setting.type.requirement)."))
        }
        parts += [
            .entry("[libraries]", "Names for libraries: with sea = \"~/Pictures/sea\", tintype sea opens that folder."),
            .entry(
                "[keys]",
                """
                Keys for commands, as SCREEN.COMMAND = "KEY", or a list of keys, or [] for none. A key is a character, or \
                space, enter, esc, tab, backspace, delete, insert, up, down, left, right, home, end, pageup, pagedown or \
                f1 to f24, with ctrl-, alt- or shift- before it. An assigned key is taken from its old command, unless it is \
                the only key of that command on the screen.
                """),
            .entry(
                "[authorization]",
                """
                Files with your credentials for services, by address; only you may have read permission.
                """),
            .entry(
                "[image-hosts]",
                """
                Addresses to fetch pictures from in place of those that a service names. A name in braces matches any \
                characters except a slash; the first matching pattern is used.
                """),
            .example(
                """
                theme = "dark"
                [libraries]
                sea = "~/Pictures/sea"
                [keys]
                viewer.next = ["n", "right"]
                [image-hosts]
                "via.placeholder.com/{size}/{color}" = "picsum.photos/seed/{color}/{size}"
                """),
        ]
        return ManualSection(title: "CONFIGURATION", parts: parts)
    }

    private static let files = ManualSection(
        title: "FILES",
        parts: [
            .entry("~/.config/tintype/config.toml", "The configuration."),
            .entry("~/.local/share/tintype/favorites.sqlite", "Favorites, with a thumbnail of each."),
            .entry(
                "~/.local/state/tintype/",
                "State kept between runs: the last library, its owner, and the thumbnail size."
            ),
            .entry(
                "~/.cache/tintype/", "Downloaded responses and pictures. Safe to delete at any time."),
        ])

    private static let environment = ManualSection(
        title: "ENVIRONMENT",
        parts: [
            .entry(
                "TERM, COLORTERM, TERM_PROGRAM, TERM_PROGRAM_VERSION, VTE_VERSION, KONSOLE_VERSION, XTERM_VERSION, WT_SESSION",
                "The terminal program and its colors: COLORTERM=truecolor for 16 million."),
            .entry("COLORFGBG", "The terminal's colors, used if it does not report its background."),
            .entry("NO_COLOR", "If not empty, pictures are drawn with characters and without colors."),
            .entry("TERMINFO, TERMINFO_DIRS", "Where terminal descriptions are; see terminfo(5)."),
            .entry("TMUX, STY, ZELLIJ", "Set by terminal multiplexers."),
            .entry("LC_ALL, LC_CTYPE, LANG", "The locale: whether more than ASCII can be shown."),
            .entry("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language of the interface."),
            .entry(
                "COLUMNS, LINES, FZF_PREVIEW_COLUMNS, FZF_PREVIEW_LINES",
                "The size used by show without a terminal."),
        ]
            + LibraryKind.all.flatMap(\.keys).map { .entry($0.variable, "The access key for \($0.service).") } + [
                .entry("SSL_CERT_FILE", "A file with trusted CA certificates, in place of the system's."),
                .entry(
                    "http_proxy, https_proxy, all_proxy, no_proxy",
                    "Proxies for http and https, and hosts to reach without one, see curl(1)."),
                .entry(
                    "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, HOME",
                    "Where the files above are: these stand for ~/.config, ~/.local/share, ~/.local/state and ~/.cache."
                ),
                .entry(
                    "DISPLAY, WAYLAND_DISPLAY, PATH", "Whether and how photos and links can be opened with xdg-open."),
            ])

    private static let exitStatus = ManualSection(
        title: "EXIT STATUS",
        parts: [
            .entry("0", "Success."),
            .entry(
                "1",
                "A library could not be opened, a photo could not be shown, output could not be written, or the configuration has an error (config --print)."
            ),
            .entry("64", "The command line has an error."),
            .entry("128 + N", "Signal N ended the program."),
        ])
}
