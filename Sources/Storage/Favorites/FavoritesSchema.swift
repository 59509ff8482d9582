import GRDB

/// The tables of favorites, as they came to be: a step that was published once is never changed, only followed by others.
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
        return migrator
    }()
}
