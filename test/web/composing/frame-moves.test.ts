import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { completeView, findFrameFault, frameOf, turnedSides } from '#rules/view.ts'
import {
  areaOf,
  type Framed,
  frameIn,
  moveFrame,
  type Ratio,
  readFramed,
  resizeFrame,
  turnFramed,
  wholeOf,
  writeView,
} from '../../../web/src/compose/media/edit/frame-moves.ts'

const ratios: readonly Ratio[] = [
  { across: 4, down: 5 },
  { across: 1, down: 1 },
  { across: 191, down: 100 },
  { across: 9, down: 16 },
  { across: 2, down: 3 },
]
const side = fc.integer({ min: 40, max: 9_000 })
const images = fc.record({ width: side, height: side })
const pull = fc.integer({ min: -4_000, max: 4_000 })
const ways = [-1, 0, 1] as const
const steps = fc.array(
  fc.oneof(
    fc.constant('turn' as const),
    fc.record({ x: pull, y: pull, grip: fc.record({ x: fc.constantFrom(...ways), y: fc.constantFrom(...ways) }) }),
  ),
  { maxLength: 8 },
)

/** Checks a frame: whole pixels in the image, exactly its ratio, and the same frame once it is stored. */
function hold(file: { readonly width: number; readonly height: number }, framed: Framed): void {
  const { frame, ratio, fit } = framed
  const turned = turnedSides(file, framed)
  assert.ok(Object.values(frame).every(Number.isInteger), JSON.stringify(frame))
  if (ratio && ratio.across <= 16) assert.equal(frame.width * ratio.down, frame.height * ratio.across)
  else if (ratio) assert.ok(frame.width / frame.height <= ratio.across / ratio.down, JSON.stringify(frame))
  if (fit === 'crop') {
    assert.ok(frame.left >= 0 && frame.left + frame.width <= turned.width, JSON.stringify(frame))
    assert.ok(frame.top >= 0 && frame.top + frame.height <= turned.height, JSON.stringify(frame))
  }
  const view = completeView(writeView(file, framed) ?? {})
  assert.equal(findFrameFault(view), null)
  if (fit === 'crop') assert.deepEqual(frameOf(file, view), frame)
  assert.deepEqual([frameOf(file, view).width, frameOf(file, view).height], [frame.width, frame.height])
  const again = readFramed(file, view, ratios)
  assert.deepEqual([again.frame.width, again.rotate, again.fit], [frame.width, framed.rotate, view.fit])
}

test('a frame that is moved, resized and turned stays in the image, keeps its ratio, and is stored as it was seen', () => {
  fc.assert(
    fc.property(
      images,
      fc.constantFrom(null, ...ratios),
      fc.constantFrom('crop' as const, 'pad' as const),
      steps,
      (file, ratio, fit, moves) => {
        let framed: Framed = { rotate: 0, fit, ground: '#ffffff', ratio, frame: frameIn(file, ratio, fit) }
        hold(file, framed)
        for (const move of moves) {
          if (move === 'turn') framed = turnFramed(file, framed)
          else {
            const area = areaOf(turnedSides(file, framed), framed)
            // With a ratio, only corners can be dragged.
            const isCorner = move.grip.x !== 0 && move.grip.y !== 0
            const frame =
              ratio && !isCorner
                ? moveFrame(framed.frame, move, area)
                : resizeFrame(framed.frame, move.grip, move, area, ratio)
            framed = { ...framed, frame }
          }
          hold(file, framed)
        }
      },
    ),
    { numRuns: 3_000 },
  )
})

test('a frame around all of the image is not stored', () => {
  const file = { width: 900, height: 600 }
  const framed: Framed = { rotate: 0, fit: 'crop', ground: '#ffffff', ratio: null, frame: wholeOf(file) }
  assert.equal(writeView(file, framed), undefined)
  assert.deepEqual(writeView(file, turnFramed(file, framed)), { crop: [0, 0, 1, 1], rotate: 90, fit: 'crop' })
})

test('each part of an image that ends at its edge is accepted', () => {
  for (const width of [128, 1_920, 4_032])
    for (let left = 1; left <= width - 16; left += 1) {
      const view = completeView({ crop: [left / width, 0, (width - left) / width, 1] })
      assert.equal(findFrameFault(view), null, `${left} of ${width}`)
    }
})
