import Basics
import CellArt

/// The view that the panes of a comparison share, and how each pane differs from it.
///
/// Zooming, panning and rotating changes the view of all panes, or only that of one; the difference then stays.
/// Positions are fractions, so that the same part is under the same cell, even if the pictures differ in size.
struct LinkedView: Hashable, Sendable {
    /// The difference of a pane from the common view.
    private struct Offset: Hashable {
        /// Fractions of the upright picture.
        var (x, y) = (0.0, 0.0)
        /// The scale of the pane divided by the common one.
        var factor = 1.0
        var rotation = Rotation.none
    }

    private var common = RelativeView(
        centerX: 0.5, centerY: 0.5, scale: 0, isFitted: true, isFilled: false, rotation: .none)
    private var offsets: [Pane: Offset] = [:]

    /// Returns a pane's viewport of its picture.
    func viewport(_ viewport: Viewport, of pane: Pane) -> Viewport {
        let offset = offsets[pane] ?? Offset()
        var view = common
        view.centerX += offset.x
        view.centerY += offset.y
        view.rotation = common.rotation.turned(by: offset.rotation)
        var result = viewport
        if offset.factor != 1 {
            view.scale = scale(of: viewport, rotation: view.rotation) * offset.factor
            view.isFitted = false
            view.isFilled = false
        }
        result.show(view)
        return result
    }

    /// Zooms, pans or rotates.
    ///
    /// - Parameters:
    ///   - viewport: the current viewport of the pane.
    ///   - isLinked: whether the other panes follow.
    /// - Returns: whether the view of the pane is different.
    mutating func change(
        _ pane: Pane, from viewport: Viewport, isLinked: Bool, by change: (inout Viewport) -> Void
    ) -> Bool {
        var changed = viewport
        change(&changed)
        guard changed != viewport else { return false }
        let view = changed.relative
        var offset = offsets[pane] ?? Offset()
        guard isLinked else {
            let scale = scale(of: viewport, rotation: view.rotation)
            offset.x = view.centerX - common.centerX
            offset.y = view.centerY - common.centerY
            offset.factor = abs(view.scale / scale - 1) < 1e-9 ? 1 : view.scale / scale
            offset.rotation = view.rotation.turned(by: common.rotation.reversed)
            offsets[pane] = offset
            return true
        }
        var new = view
        new.centerX -= offset.x
        new.centerY -= offset.y
        new.rotation = view.rotation.turned(by: offset.rotation.reversed)
        if view.isFitted || view.isFilled {
            for pane in offsets.keys { offsets[pane]?.factor = 1 }
        } else if view.scale == viewport.relative.scale {
            (new.scale, new.isFitted, new.isFilled) = (common.scale, common.isFitted, common.isFilled)
        } else {
            new.scale = view.scale / offset.factor
        }
        common = new
        return true
    }

    /// Removes the difference of a pane, which will show another picture.
    mutating func reset(_ pane: Pane) {
        offsets[pane] = nil
    }

    /// Returns the center of a pane's view, in fractions of the upright picture.
    func center(of pane: Pane) -> (x: Double, y: Double) {
        (common.centerX + (offsets[pane]?.x ?? 0), common.centerY + (offsets[pane]?.y ?? 0))
    }

    /// Shows in a pane what another one shows.
    /// - Parameter offset: how far that is from there in its picture, in fractions.
    mutating func align(_ pane: Pane, with other: Pane, by offset: (x: Double, y: Double)) {
        var new = offsets[other] ?? Offset()
        new.x += offset.x
        new.y += offset.y
        offsets[pane] = new
    }

    /// Returns the scale of a picture in the common view.
    private func scale(of viewport: Viewport, rotation: Rotation) -> Double {
        var view = common
        view.rotation = rotation
        var result = viewport
        result.show(view)
        return result.relative.scale
    }
}

extension Rotation {
    /// Returns this rotation followed by another one.
    fileprivate func turned(by other: Rotation) -> Rotation {
        Rotation(rawValue: (rawValue + other.rawValue) % 4) ?? .none
    }
}
