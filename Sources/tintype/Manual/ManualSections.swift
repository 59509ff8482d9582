import Screens
import Storage

extension ManualSection {
    /// The sections after the commands.
    static var all: [ManualSection] { [keys, configuration, files, environment, exitStatus] }

    private static var keys: ManualSection {
        let screens = [
            "home": "The list of albums", "photos": "Photos, of an album, the feed or favorites", "viewer": "One photo",
            "owners": "The choice of an owner", "reader": "The lines of a photo, with --reader",
            "share": "The share sheet", "page": "Help, information and the doctor", "program": "Everywhere",
        ]
        var parts = [
            Part.paragraph(
                """
                Keys are written as in the configuration, and so are the commands that they are for. While you type, in a \
                search or a path, keys edit the line as in a shell.
                """)
        ]
        var screen = ""
        for entry in KeyChoice().listing {
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
                lists all of them with their values and where they come from. A mistake is reported with line and column, \
                and the default is used. Options of the command line go before settings.
                """)
        ]
        for setting in ConfigurationFile.ofPerson.descriptions {
            let label = setting.standard.map { "\(setting.name) = \($0)" } ?? setting.name
            parts.append(.entry(label, "\(setting.help) Must be \(setting.needed.words)."))
        }
        parts += [
            .entry("[libraries]", "Names for libraries: with sea = \"~/Pictures/sea\", tintype sea opens that folder."),
            .entry(
                "[keys]",
                """
                Keys for commands, as SCREEN.COMMAND = "KEY", or a list of keys, or [] for none. A key is a character, or \
                space, enter, esc, tab, backspace, delete, insert, up, down, left, right, home, end, pageup, pagedown or \
                f1 to f24, with ctrl-, alt- or shift- before it. A key goes to the command that you choose it for, unless \
                it is the only one of another command of the screen.
                """),
            .entry(
                "[authorization]",
                """
                Files with what authorizes you at a service, by its address, each readable by you alone.
                """),
            .entry(
                "[image-hosts]",
                """
                Addresses to fetch pictures from in place of those that a service names. A name in braces stands for any \
                characters but a slash; the first pattern that matches counts.
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
                "What is remembered between runs: the library that was open last, whose albums were listed, and the size of thumbnails."
            ),
            .entry(
                "~/.cache/tintype/", "Answers and pictures that came over the network. It can be deleted at any time."),
        ])

    private static let environment = ManualSection(
        title: "ENVIRONMENT",
        parts: [
            .entry(
                "TERM, COLORTERM, TERM_PROGRAM, TERM_PROGRAM_VERSION, VTE_VERSION, KONSOLE_VERSION, XTERM_VERSION, WT_SESSION",
                "Which terminal it is, and how many colors it has: COLORTERM=truecolor for 16 million."),
            .entry("COLORFGBG", "The terminal's colors, where it does not answer when asked for its background."),
            .entry("NO_COLOR", "If not empty, pictures are drawn with characters and without colors."),
            .entry("TERMINFO, TERMINFO_DIRS", "Where descriptions of terminals are, see terminfo(5)."),
            .entry("TMUX, STY, ZELLIJ", "Set by terminal multiplexers."),
            .entry("LC_ALL, LC_CTYPE, LANG", "The locale: whether more than ASCII can be shown."),
            .entry("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language of the interface."),
            .entry(
                "COLUMNS, LINES, FZF_PREVIEW_COLUMNS, FZF_PREVIEW_LINES",
                "The room for show where there is no terminal."),
            .entry("UNSPLASH_ACCESS_KEY", "The access key for Unsplash."),
            .entry("SSL_CERT_FILE", "A file with the certificates of trusted authorities, in place of the system's."),
            .entry(
                "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, HOME",
                "Where the files above are: these stand for ~/.config, ~/.local/share, ~/.local/state and ~/.cache."),
            .entry("DISPLAY, WAYLAND_DISPLAY, PATH", "Whether and how photos and links can be opened with xdg-open."),
        ])

    private static let exitStatus = ManualSection(
        title: "EXIT STATUS",
        parts: [
            .entry("0", "The command did what it was asked for."),
            .entry(
                "1",
                "A library could not be opened, a photo not be shown, the output not be written, or the configuration has a mistake (config --print)."
            ),
            .entry("64", "The command line has a mistake."),
            .entry("128 + N", "Signal N ended the program."),
        ])
}
