import CLCMS

/// ICC profiles made by lcms2.
enum SampleProfile {
    /// The primaries of sRGB with red and green in each other's place: it can be seen whether a profile was used.
    static var swappingRedAndGreen: [UInt8] {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.30, y: 0.60, Y: 1), Green: cmsCIExyY(x: 0.64, y: 0.33, Y: 1),
            Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
        let curve = cmsBuildGamma(nil, 2.2)
        defer { cmsFreeToneCurve(curve) }
        var curves = [curve, curve, curve]
        return saved(cmsCreateRGBProfile(&white, &primaries, &curves))
    }

    /// Gray in linear light.
    static var linearGray: [UInt8] {
        let curve = cmsBuildGamma(nil, 1)
        defer { cmsFreeToneCurve(curve) }
        return saved(cmsCreateGrayProfile(cmsD50_xyY(), curve))
    }

    private static func saved(_ profile: cmsHPROFILE?) -> [UInt8] {
        defer { cmsCloseProfile(profile) }
        var count: cmsUInt32Number = 0
        cmsSaveProfileToMem(profile, nil, &count)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        cmsSaveProfileToMem(profile, &bytes, &count)
        return bytes
    }
}
