import Libraries
import Screens
import Storage

extension ManualSection {
    /// The sections after the commands.
    static var all: [ManualSection] { [rating, keys, json, configuration, files, environment, exitStatus] }

    private static let rating = ManualSection(
        title: "RATING PHOTOS",
        parts: [
            .paragraph(
                """
                In folders, 1 to 5 rate the selected photo, the marked ones or the one shown, 0 removes the stars, x \
                rejects, P flags a pick, and 6 to 9 label red, yellow, green and blue. A makes each of these keys go on to \
                the next photo, F filters a grid by rating, pick or label, z undoes, and Space in a grid marks for the next key. A key applies to \
                the photo that is on the screen when it is pressed. Delete moves the photo or the marked ones to the trash with all files that \
                belong to it, X all rejected photos of a grid, V moves and C copies to a folder, and F2 renames.
                """),
            .paragraph(
                """
                The result is in XMP sidecars, which darktable, digiKam, Lightroom and others read: in those that exist, \
                or in a new IMG.CR2.xmp or, with sidecars = "photo.xmp", IMG.xmp. Pictures aren't changed, unless \
                ratings-in = "file" has ratings written to JPEGs, for programs that ignore their sidecars. \
                A file that can't be changed without losing something stays as it is. A RAW file and a JPEG of one name \
                are rated together. tintype list ~/wedding 'rating:>=4' prints the best photos.
                """),
        ])

    private static var keys: ManualSection {
        let screens = [
            "home": "Album list", "photos": "Photo grid", "viewer": "Photo viewer",
            "photo": "Photos, in grids and the viewer", "owners": "Owner picker", "sort": "Sort menu",
            "timeline": "Timeline", "calendar": "Calendar of a year", "values": "Values of a search field",
            "albums": "Albums to add to",
            "reader": "Photo page, with --reader",
            "share": "Share sheet", "page": "Help, details and doctor", "program": "All screens",
        ]
        let notes = [
            "photos": """
            Marked photos have a check mark. Sharing, saving, favorites and commands apply to all of them, or to the \
            selected photo if none is marked.
            """,
            "viewer": """
            A photo can be marked here too: the caption shows its check mark and the number of marked photos. Sharing, \
            saving, favorites and commands apply only to the photo shown.
            """,
            "page": "The key that opened a page also leaves it.",
        ]
        var parts = [
            Part.paragraph(
                """
                Each key is listed with its command, under the names that the configuration uses. A search or a path is \
                edited with the usual keys of a shell.
                """)
        ]
        var screen = ""
        for entry in KeyOverrides().listing {
            let name = String(entry.command.prefix { $0 != "." })
            if name != screen {
                parts.append(.heading("\(screens[name] ?? name) (\(name))"))
                if let note = notes[name] { parts.append(.paragraph(note)) }
            }
            screen = name
            parts.append(.entry(entry.keys.joined(separator: ", "), "\(entry.help). (\(entry.command))"))
        }
        return ManualSection(title: "KEYS", parts: parts)
    }

    private static let json = ManualSection(
        title: "JSON",
        parts: [
            .paragraph(
                """
                tintype list --json prints an object per line for each photo, as JSON Lines, which jq reads: \
                tintype list ~/Pictures --json | jq -r 'select(.iso > 3200).path'. It has these properties, of which those \
                that are unknown are left out. Photos of services have what their lists say.
                """),
            .entry(
                "path",
                "The file of the photo that lists show. A path that isn't UTF-8 is a URL, file:///home/ada/%FF.jpg."),
            .entry("files", "The paths of all its files, then of their sidecars."),
            .entry("link", "The web page of a service's photo."),
            .entry("id", "Identifies a photo that isn't a file in its library."),
            .entry("title, headline, description, author, tags, people", "Texts; tags and people are lists."),
            .entry("rating", "1 to 5, 0 if the photo is unrated, -1 if it is rejected."),
            .entry("flag", "picked or rejected."),
            .entry(
                "label, labelColor", "The color label as its program names it, and its color in English: Rot and red."),
            .entry(
                "taken",
                """
                When the photo was taken, in local time: 2024-05-12T17:03:22+02:00. Without a zone at the end, that is \
                unknown; Z is UTC. Of a date of which less is known, only that: 1978 or 1978-05.
                """),
            .entry("modified", "When the file was last modified, in UTC."),
            .entry("bytes", "The size of the file."),
            .entry("kind", "picture, raw or video."),
            .entry("width, height", "In pixels, after rotation."),
            .entry("duration", "The length of a video, in seconds."),
            .entry("camera, lens", "As the camera names them."),
            .entry("exposureTime, aperture, iso, focalLength", "In seconds, as an f-number, as ISO, in millimeters."),
            .entry("latitude, longitude, place", "In degrees, and the name of the place."),
        ])

    private static var configuration: ManualSection {
        var parts = [
            Part.paragraph(
                """
                Settings are in config.toml, in TOML: cache.disk is disk in the section [cache]. tintype config --print \
                lists all settings with their values and sources. Errors are reported with line and column, and the \
                default is used. Command-line options override settings.
                """)
        ]
        for setting in ConfigurationFile.ofUser.descriptions {
            let label = setting.defaultValue.map { "\(setting.name) = \($0)" } ?? setting.name
            parts.append(.entry(label, "\(setting.help) Must be \(setting.type.requirement)."))
        }
        parts += [
            .entry(
                "[libraries]",
                "Short names for libraries: with sea = \"~/Pictures/sea\", tintype sea opens that folder."),
            .entry(
                "[keys]",
                """
                Keys for commands, as SCREEN.COMMAND = "KEY", or a list of keys, or [] for none. A key is a character, or \
                space, enter, esc, tab, backspace, delete, insert, up, down, left, right, home, end, pageup, pagedown or \
                f1 to f24, prefixed with ctrl-, alt- or shift-. Assigning a key removes it from its old command, unless it is \
                that command's only key on the screen.
                """),
            .entry(
                "[commands]",
                """
                Command lines with a name, to run on the marked photos or the selected one: with backup = "cp -n {} \
                /media/backup", the palette lists backup. {} stands for the paths of all their files, such as RAW files and \
                sidecars, which come last without it. A key is assigned as commands.backup in [keys]. A script gets the paths as its arguments: sh -c 'for f; do cp "$f" "$f.bak"; \
                done' sh {}. Inside the script, {} is refused, because a file name could run as a command. ssh, watch and \
                other programs that pass their arguments to a shell run such names too, so don't give them {}.
                """),
            .entry(
                "[templates]",
                """
                Titles and other texts by name: with press = { headline = "Finals, {date}", city = "Porto" }, the palette lists \
                press, which sets these texts of the marked photos or the selected one. The fields are title, description, \
                headline, creator, copyright and city; {name}, {n:3}, {date:%Y-%m-%d} and {camera} are replaced. With \
                tags = "Press, -draft", it also adds and removes tags.
                """),
            .entry(
                "[authorization]",
                """
                Files with your credentials for services, by address. Only you may have permission to read them.
                """),
            .entry(
                "[image-hosts]",
                """
                Addresses to fetch pictures from instead of those that a service returns. A name in braces matches any \
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
            .entry(
                "~/.local/share/tintype/favorites.sqlite",
                "Favorites, with a thumbnail of each. Beside it are copies, from which tintype favorites --repair recovers lost favorites."
            ),
            .entry(
                "~/.local/state/tintype/",
                "Remembered state: the last library, its owner, and the thumbnail size; in files, the last 1,000 operations on photos, for undo."
            ),
            .entry(
                "~/.local/share/Trash/, .Trash-UID/",
                "The trash, which all programs share; on other file systems, it is in their top folder."
            ),
            .entry(
                "~/.cache/tintype/", "Downloaded responses and pictures. Safe to delete at any time."),
        ])

    private static let environment = ManualSection(
        title: "ENVIRONMENT",
        parts: [
            .entry(
                "TERM, COLORTERM, TERM_PROGRAM, TERM_PROGRAM_VERSION, LC_TERMINAL, LC_TERMINAL_VERSION, VTE_VERSION, KONSOLE_VERSION, XTERM_VERSION, WT_SESSION",
                "The terminal program and its colors; COLORTERM=truecolor means 24-bit color."),
            .entry("COLORFGBG", "The terminal's colors, used if it does not report its background."),
            .entry("NO_COLOR", "If not empty, disables colors."),
            .entry("TERMINFO, TERMINFO_DIRS", "Locations of terminal descriptions; see terminfo(5)."),
            .entry("TMUX, TMUX_PANE, STY, ZELLIJ", "Set by terminal multiplexers."),
            .entry("LC_ALL, LC_CTYPE, LANG", "The locale, which determines whether more than ASCII can be displayed."),
            .entry("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language of the interface."),
            .entry(
                "COLUMNS, LINES, FZF_PREVIEW_COLUMNS, FZF_PREVIEW_LINES",
                "The size that tintype show uses without a terminal."),
            .entry(
                "SSH_CONNECTION, SSH_TTY",
                "If one is not empty, the terminal is remote. SSH_CONNECTION tells which connection shows how much of the output has arrived; pixels go through it, and tintype show compresses them more."
            ),
        ]
            + LibraryKind.all.flatMap(\.keys).map { .entry($0.variable, "The access key for \($0.service).") } + [
                .entry("SSL_CERT_FILE", "A file with trusted CA certificates that replaces the system's."),
                .entry(
                    "http_proxy, https_proxy, all_proxy, no_proxy",
                    "Proxies for http and https, and hosts to connect to directly; see curl(1)."),
                .entry(
                    "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, HOME",
                    "The folders of the files above, which are by default ~/.config, ~/.local/share, ~/.local/state and ~/.cache."
                ),
                .entry(
                    "DISPLAY, WAYLAND_DISPLAY, PATH", "Used to open photos and links with xdg-open."),
            ])

    private static let exitStatus = ManualSection(
        title: "EXIT STATUS",
        parts: [
            .entry("0", "Success. A damaged photo of which tintype show prints a part is a success with a warning."),
            .entry(
                "1",
                "A library could not be opened, a photo could not be shown, output could not be written, the configuration has an error (config --print), no photo matches (list), or standard input lists no photos (pick --from-stdin)."
            ),
            .entry("2", "tintype list or tintype pick failed."),
            .entry("130", "No photo was picked (tintype pick)."),
            .entry("64", "The command line of another command has an error."),
            .entry("128 + N", "Signal N ended the program."),
        ])
}
