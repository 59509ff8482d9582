import Albums

/// The ten owners of the demo's albums. All are fictitious, and use example domains and reserved 555-01 phone numbers.
enum DemoPeople {
    static let all: [Owner] = [
        person(
            1, "Ines Albrecht", "ines.albrecht", phone: "1-212-555-0101",
            at: .init(street: "Gratweg 14", suite: "Top 3", city: "Hollenkar", zipcode: "6793"),
            of: Company(name: "Albrecht Alpine Maps", catchPhrase: "Every contour walked twice")),
        person(
            2, "Tomás Oliveira", "tomas.oliveira", phone: "1-212-555-0112",
            at: .init(street: "Rua das Redes 27", city: "Porto Salgado", zipcode: "8650-112"),
            of: Company(name: "Maré Baixa Sailing", catchPhrase: "The tide keeps the timetable")),
        person(
            3, "Yuki Hanada", "yuki.hanada", phone: "1-212-555-0123",
            at: .init(street: "3-8 Kumogaoka", suite: "Apt. 402", city: "Shirahoshi", zipcode: "062-0833"),
            of: Company(name: "Hanada Optics", catchPhrase: "Glass for patient people")),
        person(
            4, "Amara Diallo", "amara.diallo", phone: "1-212-555-0134",
            at: .init(street: "Route des Caravanes 5", city: "Tin Azel", zipcode: "11000"),
            of: Company(name: "Sahel Light Studio", catchPhrase: "Shade is half of the picture")),
        person(
            5, "Einar Solheim", "einar.solheim", phone: "1-212-555-0145",
            at: .init(street: "Fjordgata 61", city: "Nordlysvik", zipcode: "9161"),
            of: Company(name: "Solheim & Daughters Ferries", catchPhrase: "We wait for the last bus")),
        person(
            6, "Priya Raman", "priya.raman", phone: "1-212-555-0156",
            at: .init(street: "88 Lantern Street", suite: "Floor 19", city: "Harbor City", zipcode: "40019"),
            of: Company(name: "Raman Rooftop Gardens", catchPhrase: "Higher, greener, quieter")),
        person(
            7, "Łukasz Wrona", "lukasz.wrona", phone: "1-212-555-0167",
            at: .init(street: "ul. Witrażowa 9", suite: "m. 2", city: "Stare Okna", zipcode: "31-204"),
            of: Company(name: "Wrona Stained Glass", catchPhrase: "Mending light since 1961")),
        person(
            8, "Grace Okafor", "grace.okafor", phone: "1-212-555-0178",
            at: .init(street: "12 Spiral Court", city: "Cardioid Falls", zipcode: "27182"),
            of: Company(name: "Okafor Numerics", catchPhrase: "Iterate until it is beautiful")),
        person(
            9, "Mateo Quispe", "mateo.quispe", phone: "1-212-555-0189",
            at: .init(street: "Jirón Neblina 230", city: "Alto Verde", zipcode: "08003"),
            of: Company(name: "Bosque Alto Nurseries", catchPhrase: "A forest begins in a cup")),
        person(
            10, "Nora Lindqvist", "nora.lindqvist", phone: "1-212-555-0190",
            at: .init(street: "Gipsgränd 4", suite: "2 tr.", city: "Björkhamn", zipcode: "118 46"),
            of: Company(name: "Studio Lindqvist", catchPhrase: "Three objects and a window")),
    ]

    private static func person(
        _ number: Int, _ name: String, _ username: String, phone: String, at postalAddress: Address.PostalAddress,
        of company: Company
    ) -> Owner {
        Owner(
            id: Owner.ID(String(number)), name: name, username: username, email: "\(username)@example.com",
            phone: phone,
            website: "\(username).example.org", address: .postal(postalAddress), company: company)
    }
}
