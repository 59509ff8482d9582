import Albums
import Foundation
import Testing

@testable import Libraries

@Suite("Unsplash users")
struct UnsplashUserTests {
    private func owner(_ json: String) throws -> Owner {
        try JSONDecoder().decode(UnsplashUser.self, from: Data(json.utf8)).owner(id: Owner.ID("ada"))
    }

    @Test(
        "A user's website is the portfolio, or else the Unsplash page with a referral"
    )
    func website() throws {
        let page = #""links": {"html": "https://unsplash.com/@ada"}"#
        let old = try owner(#"{"username": "ada", "portfolio_url": "https://ada.example", \#(page)}"#)
        let new = try owner(#"{"username": "ada", "social": {"portfolio_url": "https://ada.example"}, \#(page)}"#)
        let none = try owner(#"{"username": "ada", "portfolio_url": "", "social": {"portfolio_url": null}, \#(page)}"#)
        #expect(old.website == "https://ada.example" && new.website == "https://ada.example")
        #expect(none.website == "https://unsplash.com/@ada?utm_source=tintype&utm_medium=referral")
    }

    @Test(
        "Nulls, wrong types and blanks count as missing",
        arguments: [
            #"{"username": "ada"}"#, #"{"username": "ada", "name": "", "bio": "", "location": " ", "links": {}}"#,
            #"{"username": "ada", "name": null, "bio": null, "location": null, "social": null, "links": null}"#,
            #"{"username": "ada", "name": 1, "bio": [], "location": {}, "social": "x", "total_photos": "many"}"#,
        ])
    func missing(json: String) throws {
        #expect(
            try owner(json)
                == Owner(id: Owner.ID("ada"), name: "ada", username: "ada", address: .postal(.init(city: ""))))
    }
}
