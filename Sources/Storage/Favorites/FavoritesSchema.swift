import Albums
import Basics

/// The migrations that create the database's tables. Never change a published migration; append a new one.
enum FavoritesSchema {
    static let migrations = Migrations(steps: [
        (
            "favorites",
            { try $0.runAll("CREATE TABLE favorite (\(firstColumns), PRIMARY KEY (library, photo)) STRICT") }
        ),
        ("thumbnails", { try $0.runAll("ALTER TABLE favorite ADD COLUMN thumbnail BLOB") }),
        // Before, the key was library and photo, so a file opened through several folders was several favorites.
        ("identities", { try changeKeys(in: $0) }),
        // `photo` is a blob because IDs of photos in other libraries have a zero byte, where texts would end.
        (
            "marks",
            {
                try $0.runAll(
                    """
                    CREATE TABLE mark (
                        library TEXT NOT NULL,
                        photo BLOB NOT NULL,
                        record TEXT NOT NULL,
                        PRIMARY KEY (library, photo)
                    ) STRICT
                    """)
            }
        ),
        (
            "traces",
            {
                try $0.runAll(
                    """
                    CREATE TABLE trace (
                        identity TEXT NOT NULL PRIMARY KEY,
                        device INTEGER NOT NULL,
                        inode INTEGER NOT NULL,
                        bytes INTEGER NOT NULL,
                        modified INTEGER NOT NULL,
                        hash BLOB,
                        time INTEGER NOT NULL
                    ) STRICT
                    """)
            }
        ),
        ("dateKinds", { try $0.runAll("ALTER TABLE favorite ADD COLUMN dateKind TEXT") }),
        (
            "checksums",
            {
                try $0.runAll(
                    """
                    ALTER TABLE favorite ADD COLUMN checksum INTEGER;
                    ALTER TABLE favorite ADD COLUMN thumbnailChecksum INTEGER;
                    """)
                try FavoriteChecksum.store(in: $0)
            }
        ),
    ])

    /// The columns of a favorite in the first version.
    private static let firstColumns = [
        "library TEXT NOT NULL", "photo TEXT NOT NULL", "album TEXT NOT NULL", "albumTitle TEXT", "title TEXT NOT NULL",
        "tags TEXT NOT NULL", "author TEXT", "description TEXT", "date INTEGER", "aspect REAL", "placeholder TEXT",
        "link TEXT", "attribution TEXT", "authorLink TEXT", "file TEXT", "added INTEGER NOT NULL",
    ].joined(separator: ", ")

    private static func changeKeys(in database: Database) throws {
        try database.runAll(
            """
            ALTER TABLE favorite RENAME TO formerFavorite;
            CREATE TABLE favorite (identity TEXT NOT NULL PRIMARY KEY, \(firstColumns), thumbnail BLOB) STRICT
            """)
        let former = try database.rows(
            """
            SELECT library, photo, file, album, albumTitle, title, tags, author, description, date, aspect, placeholder,
                link, attribution, authorLink, added, thumbnail
            FROM formerFavorite ORDER BY rowid
            """
        ) { row in
            FormerRow(
                library: row.text(0) ?? "", photo: row.text(1) ?? "", file: row.text(2),
                values: (0..<17).map { row[$0] })
        }
        for row in former { try insertByIdentity(row, in: database) }
        try database.run("DROP TABLE formerFavorite")
    }

    private struct FormerRow {
        let library: String
        let photo: String
        let file: String?
        var values: [DatabaseValue]
    }

    /// Inserts a row of the old table, merging favorites of the same file.
    private static func insertByIdentity(_ row: FormerRow, in database: Database) throws {
        let file =
            row.library.hasPrefix("/") ? row.file.flatMap(FileAddress.path).map(CanonicalPath.resolve) : nil
        let id = file.map(Favorite.ID.init(file:)) ?? Favorite.ID(library: row.library, photo: Photo.ID(row.photo))
        var values = row.values
        if let file { values[2] = .text(FileAddress.make(path: file)) }
        try database.run(
            """
            INSERT INTO favorite (
                identity, library, photo, file, album, albumTitle, title, tags, author, description, date, aspect,
                placeholder, link, attribution, authorLink, added, thumbnail
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (identity) DO UPDATE SET
                added = min(added, excluded.added), thumbnail = coalesce(thumbnail, excluded.thumbnail),
                albumTitle = coalesce(albumTitle, excluded.albumTitle)
            """, [.text(FavoriteRecord.identity(of: id))] + values)
    }
}
