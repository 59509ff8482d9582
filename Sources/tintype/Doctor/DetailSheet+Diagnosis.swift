import Basics
import CellArt
import CursesTerminal
import Libraries
import Localization
import Pictures
import Screens
import Storage
import TerminalUI

extension DetailSheet {
    /// Creates the page that shows a diagnosis.
    init(_ diagnosis: Diagnosis) {
        self.init(
            title: localized("Diagnostics"), subtitle: localized("Terminal, files and versions"),
            details: diagnosis.terminalDetails + diagnosis.pictureDetails + diagnosis.decoderDetails
                + diagnosis.libraryDetails
                + diagnosis.networkDetails
                + diagnosis.storageDetails
                + diagnosis.versionDetails)
    }
}

extension Diagnosis {
    fileprivate var terminalDetails: [Detail] {
        var details = [Detail(localized("Terminal"), environment["TERM"] ?? localized("TERM is not set"))]
        if let program = appearance?.program { details.append(Detail(localized("Program"), "\(program)")) }
        details.append(
            Detail(localized("Multiplexer"), multiplexer?.rawValue ?? localized("none")))
        details.append(Detail(localized("Size"), window.map(sizeText) ?? localized("unknown (not a terminal)")))
        if let terminalFailure {
            details.append(Detail(localized("Display"), StartFailure.terminal(terminalFailure).message))
        }
        guard let appearance else { return details }
        details += line?.details ?? (terminalWasAsked ? [] : [Detail(localized("Arrival of output"), Self.unasked)])
        details.append(Detail(localized("Colors"), colorText(appearance.colors)))
        details.append(
            Detail(localized("Background"), appearance.background?.text ?? localized("not reported by the terminal")))
        details.append(Detail(localized("Theme"), themeText(on: appearance)))
        return details
    }

    fileprivate var libraryDetails: [Detail] {
        var details: [Detail] = []
        if let library { details.append(Detail(localized("Library"), library)) }
        switch service {
        case .success(let report): details += report.details
        case .failure(let failure): details.append(Detail("", UserFacingText.failure(failure)))
        case nil: break
        }
        if let watchCoverage { details += watchCoverage.details }
        if let quota {
            let left = quota.limit.remaining
            details.append(
                Detail(
                    quota.service,
                    quota.limit.limit.map { localized("\(left) of \($0) requests left this hour") }
                        ?? localized(
                            left, one: "\(left) request left this hour",
                            other: "\(left) requests left this hour")))
        }
        return details
    }

    fileprivate var storageDetails: [Detail] {
        [Detail(localized("Configuration"), ConfigurationFile.ofUser.path)]
            + configuration.problems.map { Detail("", $0.message) }
            + [
                Detail(
                    localized("Disk cache"),
                    UserFacingText.list(
                        [
                            localized(
                                "\(UserFolder.cache.path), at most \(configuration.configuration.diskCacheBytes >> 20) MB"
                            ),
                            hitRate(diskLookups),
                            !isCacheStuck && DiskCache().isLink
                                ? localized("not used because it is a symbolic link") : nil,
                            isCacheStuck ? localized("not used because the disk doesn't answer") : nil,
                            isCacheStuck || UserFolder.cache.canBeWritten ? nil : localized("not writable"),
                        ].compactMap { $0 })
                ),
                Detail(
                    localized("Memory cache"),
                    UserFacingText.list(
                        [
                            localized("at most \(configuration.configuration.memoryCacheBytes >> 20) MB"),
                            hitRate(memoryLookups),
                        ].compactMap { $0 })
                ),
                Detail(localized("Index of photos"), indexText),
                Detail(localized("Desktop thumbnails"), thumbnailText),
                Detail(localized("Favorites"), FavoritesDatabase.path(in: UserFolder.data.path)),
                Detail(localized("State"), UserFolder.state.path),
            ]
    }

    private var indexText: String {
        let path = PhotoIndex.path(in: UserFolder.cache.path)
        guard !isCacheStuck else {
            return UserFacingText.list([path, localized("not used because the disk doesn't answer")])
        }
        return UserFacingText.list(
            [
                path, indexContents?.photos.map(UserFacingText.photos),
                indexContents.map { UserFacingText.fileSize($0.bytes) },
                UserFolder.cache.canBeWritten ? nil : localized("not writable"),
            ].compactMap { $0 })
    }

    private var thumbnailText: String {
        let thumbnails = DesktopThumbnails(program: "")
        let access = ThumbnailAccess(rawValue: configuration.configuration.thumbnailAccess)
        if access == .off { return localized("\(thumbnails.path), not used (set in config.toml)") }
        return UserFacingText.list(
            [
                thumbnails.path,
                access == .read ? localized("read only (set in config.toml)") : nil,
                access == .readWrite && !thumbnails.isWritable ? localized("not writable") : nil,
                hitRate(desktopLookups), thumbnailFailure?.reason,
            ].compactMap { $0 })
    }

    fileprivate var versionDetails: [Detail] {
        [
            Detail("Tintype", Tintype.version), Detail("ncurses", CursesTerminal.version),
        ] + libraryVersions
    }

    /// The versions of libraries, and a line for each that is missing.
    private var libraryVersions: [Detail] {
        let libraries = ((try? decoders?.get())?.libraries ?? []) + [requestLibrary].compactMap { $0 }
        let found = libraries.compactMap { library in
            if case .found(let version) = library.state { "\(library.name) \(version)" } else { nil }
        }
        let lines = (found.isEmpty ? [] : [UserFacingText.list(found)]) + libraries.compactMap(\.problem)
        return lines.enumerated().map { Detail($0.offset == 0 ? localized("Libraries") : "", $0.element) }
    }

    private func hitRate(_ lookups: (hits: Int, misses: Int)?) -> String? {
        guard let (hits, misses) = lookups, hits + misses > 0 else { return nil }
        return localized("\(hits) hits in \(hits + misses) lookups")
    }

    private func themeText(on appearance: TerminalAppearance) -> String {
        guard appearance.colors != .none else { return localized("mono (no colors)") }
        switch (themes.choice, appearance.brightness) {
        case (.auto, .dark?): return localized("dark (reported by the terminal)")
        case (.auto, .light?): return localized("light (reported by the terminal)")
        case (.auto, nil): return localized("readable on dark and light backgrounds (background unknown)")
        case (.dark, _), (.light, _), (.mono, _): return localized("\(themes.choice.rawValue) (selected)")
        }
    }

    private var multiplexer: Multiplexer? { Multiplexer(environment: environment, program: appearance?.program) }

    private func sizeText(_ window: TerminalWindow) -> String {
        let cells = localized("\(window.size.columns) \u{00D7} \(window.size.rows) cells")
        guard let cell else {
            return localized("\(cells); cell size not reported by the terminal, assumed 1:2")
        }
        return localized("\(cells), \(cell.width) \u{00D7} \(cell.height) pixels each")
    }

    private func colorText(_ colors: ColorDepth) -> String {
        let isCertain = multiplexer != nil || appearance?.program?.hasAllColors(at: colors) == true
        if !isCertain, environment.isRemote, colors != .none, colors != .trueColor {
            return localized(
                """
                \(colors.rawValue) (true color not reported; if the terminal has it, add SendEnv COLORTERM to \
                ~/.ssh/config on its computer, or colors = "true" to config.toml on this one)
                """)
        }
        return switch colors {
        case .none:
            environment["NO_COLOR"]?.isEmpty == false
                ? localized("none (NO_COLOR is set)") : localized("none (monochrome terminal)")
        case .eight, .sixteen: "\(colors.rawValue)"
        case .palette256 where multiplexer == .tmux:
            localized("256 (tmux reports no true color for this terminal; add RGB to its terminal-features)")
        case .palette256 where isCertain && multiplexer != .zellij: "256"
        case .palette256:
            localized("256 (true color not reported; set COLORTERM=truecolor if supported)")
        case .trueColor: localized("true color")
        }
    }
}

extension TerminalLine {
    /// How the program knows that output has arrived, and how fast the connection is.
    fileprivate var details: [Detail] {
        let arrival =
            switch witness {
            case .reports: localized("known from status reports of the terminal")
            case .connection: localized("known from the SSH connection")
            case .clock: localized("computed from the time and the speed of the connection")
            case .none: localized("immediate (the terminal is local)")
            }
        let details = [Detail(localized("Arrival of output"), arrival)]
        return witness == .none ? details : details + [Detail(localized("Connection speed"), speedText)]
    }

    private var speedText: String {
        guard let speed else { return localized("not measured yet") }
        let kilobits = Int(min(speed / 1000, 1e9).rounded())
        let isRound = kilobits >= 10_000 || kilobits > 0 && kilobits % 1000 == 0
        let text = !isRound ? localized("\(kilobits) kbit/s") : localized("\(kilobits / 1000) Mbit/s")
        if isSpeedFixed { return localized("\(text) (selected)") }
        return isSpeedAssumed ? localized("\(text) (assumed; --link-speed sets another)") : text
    }
}

extension ServiceReport {
    fileprivate var details: [Detail] {
        let permitted =
            permissions.map { $0.contains("all") ? localized("all", context: "permissions") : UserFacingText.list($0) }
        return [
            Detail(service, user.map { localized("version \(version), as \($0)") } ?? localized("version \(version)")),
            Detail(localized("Key permits"), permitted ?? localized("not reported by this version")),
        ]
            + refused.enumerated().map {
                Detail($0.offset == 0 ? localized("Not possible") : "", "\($0.element.text) (\($0.element.need))")
            }
    }
}

extension ServiceReport.Refusal {
    fileprivate var text: String {
        switch command {
        case .account: localized("Recognizing your own photos")
        case .albums: localized("Albums")
        case .photos: localized("Photos")
        case .pictures: localized("Pictures")
        case .bursts: localized("Bursts")
        case .people: localized("People")
        case .rating: localized("Rating and favorites")
        case .rejecting: localized("Rejecting photos")
        case .tags: localized("Tags")
        case .turning: localized("Turning photos")
        case .trash: localized("Moving to the trash")
        case .originals: localized("Saving originals")
        case .changingAlbums: localized("Changing albums")
        case .links: localized("Public links")
        }
    }
}

extension SystemLibrary {
    /// The line about a missing library or decoder, with the package to install; nil if none is missing.
    fileprivate var problem: String? {
        switch state {
        case .found: nil
        case .missing(let version, let package): localized("\(name) \(version): not found; install \(package)")
        case .withoutDecoder(let format, let package):
            localized("\(name): no decoder for \(format); install \(package)")
        }
    }
}

extension Color {
    fileprivate var text: String {
        guard case .rgb(let red, let green, let blue) = self else { return "\(self)" }
        return HexColor(red: red, green: green, blue: blue).description
    }
}

extension WatchCoverage {
    /// A line for each way in which changes are noticed.
    fileprivate var details: [Detail] {
        let lines = [
            watched > 0
                ? localized(watched, one: "\(watched) folder is watched", other: "\(watched) folders are watched")
                : nil,
            withoutWatch > 0
                ? localized(
                    withoutWatch,
                    one:
                        "\(withoutWatch) folder is compared every 3 s while it is shown, because the limit of inotify watches is reached",
                    other:
                        "\(withoutWatch) folders are compared every 3 s while they are shown, because the limit of inotify watches is reached"
                ) : nil,
            remote > 0
                ? localized(
                    remote,
                    one: "\(remote) network folder is compared every 3 s while it is shown",
                    other: "\(remote) network folders are compared every 3 s while they are shown") : nil,
        ].compactMap { $0 }
        return lines.enumerated().map { Detail($0.offset == 0 ? localized("Changes") : "", $0.element) }
    }
}
