import Albums

/// What is known of an owner, as labels and values in the order they are shown in.
struct ProfileEntries {
    let owner: Owner
    /// What the whole library holds, which is a folder's own count.
    let totals: LibraryTotals?

    var entries: [(label: String, value: String)] {
        let known: [(String, String?)] =
            [("Username", owner.username), ("E-mail", owner.email)] + address + [
                ("Phone", owner.phone), ("Website", owner.website), ("Company", owner.company?.name),
                ("", owner.company?.catchPhrase),
            ]
        return known.compactMap { label, value in
            guard let value, !value.isEmpty else { return nil }
            return (label, value)
        }
    }

    private var address: [(String, String?)] {
        switch owner.address {
        case .account(let user, let host, let path):
            [
                ("Account", user), ("Host", host), ("Folder", path), ("Albums", totals.map { String($0.albums) }),
                ("Photos", totals.map { String($0.photos) }),
            ]
        case .place(let place):
            [
                ("Street", [place.street, place.suite].filter { !$0.isEmpty }.joined(separator: ", ")),
                ("City", [place.zipcode, place.city].filter { !$0.isEmpty }.joined(separator: " ")),
            ]
        }
    }
}
