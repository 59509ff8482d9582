import Albums
import Foundation
import Testing

@testable import Libraries

@Suite("Unsplash photos")
struct UnsplashPhotoTests {
    private func decoded(_ json: String) throws -> UnsplashPhoto {
        try JSONDecoder().decode(UnsplashPhoto.self, from: Data(json.utf8))
    }

    private func photo(_ json: String) throws -> Photo {
        try decoded(json).photo(in: Album.ID("a"))
    }

    @Test("All fields are read")
    func everything() throws {
        let photo = try photo(UnsplashAPI.photo("x1", "a bird above the river"))
        #expect(photo.id == Photo.ID("x1") && photo.albumID == Album.ID("a"))
        #expect(photo.title == "a bird above the river" && photo.description == "a bird above the river")
        #expect(photo.author == "Ada Quill" && photo.attribution == "Photo by Ada Quill on Unsplash")
        #expect(photo.tags == ["quiet"] && photo.aspect == 1.5)
        #expect(photo.placeholder == .blurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
        #expect(photo.date == Date(timeIntervalSince1970: 1_682_687_383))
        #expect(photo.link == "https://unsplash.com/photos/x1?utm_source=tintype&utm_medium=referral")
        #expect(photo.authorLink == "https://unsplash.com/@ada?utm_source=tintype&utm_medium=referral")
    }

    @Test("Dates in any time zone are read")
    func dates() throws {
        let photo = try photo(#"{"id": "x", "created_at": "2019-05-01T09:39:07-04:00"}"#)
        #expect(photo.date == Date(timeIntervalSince1970: 1_556_717_947))
    }

    @Test("An ID is sufficient", arguments: [#"{"id": 17}"#, #"{"id": "17"}"#])
    func onlyID(_ json: String) throws {
        #expect(try photo(json) == Photo(id: Photo.ID("17"), albumID: Album.ID("a"), title: "17"))
        #expect(try decoded(json).picture.url(width: 100) == nil)
    }

    @Test("Nulls and wrong types count as missing", arguments: ["null", "[1]", "{\"a\": null}"])
    func nulls(_ value: String) throws {
        let fields = [
            "slug", "created_at", "width", "height", "color", "blur_hash", "description", "alt_description", "urls",
            "links", "user", "tags",
        ]
        let json = #"{"id": "x", "# + fields.map { "\"\($0)\": \(value)" }.joined(separator: ", ") + "}"
        #expect(try photo(json) == Photo(id: Photo.ID("x"), albumID: Album.ID("a"), title: "x"))
    }

    @Test("Blank texts and impossible sizes count as missing")
    func blank() throws {
        let json = """
            {"id": "x", "slug": "", "width": 1, "height": 1000000000, "urls": {"raw": "", "small": "https://images.example/s"},
             "links": {"html": ""}, "user": {"name": " ", "username": "oak", "links": {"html": ""}}}
            """
        let photo = try photo(json)
        #expect(photo.title == "Photo by oak" && photo.author == "oak")
        #expect(photo.attribution == "Photo by oak on Unsplash")
        #expect(photo.link == nil && photo.authorLink == nil && photo.aspect == nil)
        #expect(try decoded(json).picture.url(width: 100) == "https://images.example/s")
    }

    @Test("One invalid author field does not hide the others")
    func oddAuthor() throws {
        #expect(try photo(#"{"id": "x", "user": {"name": 5, "username": "oak"}}"#).author == "oak")
    }

    @Test("Without a BlurHash the color is used")
    func color() throws {
        let json = ##"{"id": "x", "color": "#26260c", "blur_hash": null}"##
        #expect(try photo(json).placeholder == .color(red: 0x26, green: 0x26, blue: 0x0C))
        #expect(try photo(##"{"id": "x", "color": "#26260"}"##).placeholder == nil)
    }

    @Test("Sponsored photos are marked")
    func sponsored() throws {
        let json = #"{"id": "x", "user": {"name": "Oak"}, "sponsorship": {"tagline": "Grow", "sponsor": null}}"#
        #expect(try photo(json).attribution == "Photo by Oak on Unsplash (sponsored)")
    }

    @Test("The title is the description, else the alternative text, else the slug")
    func texts() {
        let long = "Date palms in the valley, seen from the road that leads to the sea | More of it\nand more"
        let texts = UnsplashTexts(description: long, alternative: "palms", slug: nil, author: nil, id: "x")
        #expect(texts.title == "Date palms in the valley, seen from the road that leads to\u{2026}")
        #expect(texts.description == long)
        let blind = UnsplashTexts(description: " \n", alternative: "palms", slug: "s", author: nil, id: "x")
        #expect(blind.title == "palms" && blind.description == "palms")
        let slug = UnsplashTexts(description: nil, alternative: nil, slug: "the-old-palm-aB_9", author: nil, id: "aB_9")
        #expect(slug.title == "the old palm" && slug.description == nil)
        func untitled(_ author: String?) -> UnsplashTexts {
            UnsplashTexts(description: nil, alternative: nil, slug: "aB_9", author: author, id: "aB_9")
        }
        #expect(untitled("Ada Lovelace").title == "Photo by Ada Lovelace")
        #expect(untitled(nil).title == "aB_9")
    }

    @Test("The image URL asks for the needed width and keeps the view tracking")
    func sizes() throws {
        let picture = try decoded(UnsplashAPI.photo("x1", "a bird")).picture
        #expect(
            picture.url(width: 640)
                == "https://images.example/x1?ixid=M3w1%7CfA&ixlib=rb-4.0.3&w=640&fit=max&fm=jpg&q=75")
        #expect(picture.url(width: 9000)?.contains("&w=6000&") == true)
        #expect(picture.url(width: -1)?.contains("&w=1&") == true)
        let only = try decoded(#"{"id": "x", "urls": {"raw": null, "small": "https://images.example/s"}}"#).picture
        #expect(only.url(width: 640) == "https://images.example/s")
    }
}
