import Albums
import Basics
import GRDB

/// The migrations that create the database's schema. Never change a published migration; append a new one.
enum FavoritesSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("favorites") { db in
            try db.execute(
                sql: """
                    CREATE TABLE favorite (
                        library TEXT NOT NULL,
                        photo TEXT NOT NULL,
                        album TEXT NOT NULL,
                        albumTitle TEXT,
                        title TEXT NOT NULL,
                        tags TEXT NOT NULL,
                        author TEXT,
                        description TEXT,
                        date INTEGER,
                        aspect REAL,
                        placeholder TEXT,
                        link TEXT,
                        attribution TEXT,
                        authorLink TEXT,
                        file TEXT,
                        added INTEGER NOT NULL,
                        PRIMARY KEY (library, photo)
                    ) STRICT
                    """)
        }
        migrator.registerMigration("thumbnails") { db in
            try db.execute(sql: "ALTER TABLE favorite ADD COLUMN thumbnail BLOB")
        }
        // Before, the key was library and photo, so a file opened through several folders was several favorites.
        migrator.registerMigration("identities") { db in
            try db.execute(
                sql: """
                    ALTER TABLE favorite RENAME TO formerFavorite;
                    CREATE TABLE favorite (
                        identity TEXT NOT NULL PRIMARY KEY,
                        library TEXT NOT NULL,
                        photo TEXT NOT NULL,
                        album TEXT NOT NULL,
                        albumTitle TEXT,
                        title TEXT NOT NULL,
                        tags TEXT NOT NULL,
                        author TEXT,
                        description TEXT,
                        date INTEGER,
                        aspect REAL,
                        placeholder TEXT,
                        link TEXT,
                        attribution TEXT,
                        authorLink TEXT,
                        file TEXT,
                        added INTEGER NOT NULL,
                        thumbnail BLOB
                    ) STRICT
                    """)
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM formerFavorite ORDER BY rowid")
            while let row = try rows.next() { try insertByIdentity(row, in: db) }
            try db.execute(sql: "DROP TABLE formerFavorite")
        }
        migrator.registerMigration("marks") { db in
            // `photo` is a blob because IDs of photos in other libraries have a zero byte, where texts would end.
            try db.execute(
                sql: """
                    CREATE TABLE mark (
                        library TEXT NOT NULL,
                        photo BLOB NOT NULL,
                        record TEXT NOT NULL,
                        PRIMARY KEY (library, photo)
                    ) STRICT
                    """)
        }
        migrator.registerMigration("traces") { db in
            try db.execute(
                sql: """
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
        migrator.registerMigration("dateKinds") { db in
            try db.execute(sql: "ALTER TABLE favorite ADD COLUMN dateKind TEXT")
        }
        migrator.registerMigration("checksums") { db in
            try db.execute(
                sql: """
                    ALTER TABLE favorite ADD COLUMN checksum INTEGER;
                    ALTER TABLE favorite ADD COLUMN thumbnailChecksum INTEGER;
                    """)
            try FavoriteChecksum.store(where: "true", in: db)
        }
        return migrator
    }()

    /// Inserts a row of the old table, merging favorites of the same file.
    private static func insertByIdentity(_ row: Row, in db: Database) throws {
        let library = String.fromDatabaseValue(row["library"]) ?? ""
        let photo = String.fromDatabaseValue(row["photo"]) ?? ""
        let file =
            library.hasPrefix("/")
            ? String.fromDatabaseValue(row["file"]).flatMap(FileAddress.path).map(CanonicalPath.resolve) : nil
        let id = file.map(Favorite.ID.init(file:)) ?? Favorite.ID(library: library, photo: Photo.ID(photo))
        var values = Dictionary(row.map { ($0, $1) }) { first, _ in first }
        values["identity"] = FavoriteRecord.identity(of: id).databaseValue
        if let file { values["file"] = FileAddress.make(path: file).databaseValue }
        let columns = values.keys.sorted()
        try db.execute(
            sql: """
                INSERT INTO favorite (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                ON CONFLICT (identity) DO UPDATE SET
                    added = min(added, excluded.added), thumbnail = coalesce(thumbnail, excluded.thumbnail),
                    albumTitle = coalesce(albumTitle, excluded.albumTitle)
                """, arguments: StatementArguments(columns.map { values[$0] }))
    }
}
