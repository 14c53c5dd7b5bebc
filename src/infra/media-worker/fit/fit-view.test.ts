import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { completeView, findFrameFault, padMaxPixels, rotations, type View } from '#rules/view.ts'
import { type ExaminedPicture, examineInto } from '#test/world/examined-picture.ts'
import { moving, noise, openPictures, plain } from '#test/world/pictures.ts'
import type { FitRule, Fitted } from '../contract.ts'
import { fit } from './fit.ts'
import { planFit } from './fit-plan.ts'

const pictures = await openPictures()
after(() => pictures[Symbol.asyncDispose]())

const given = examineInto(pictures)
const outPath = join(pictures.folder, 'fitted')
const fitInto = ({ path, facts }: ExaminedPicture, rule: FitRule): Promise<Fitted> =>
  fit({ kind: 'fit', path, facts, rule, outPath })
const planOf = async ({ path, facts }: ExaminedPicture, rule: FitRule) =>
  planFit({ ...facts, size: (await stat(path)).size }, rule)

const lossless = { formats: ['image/png'] } as const satisfies FitRule

async function pixelsOf(file: string | Buffer) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Turns, cuts and pads with one call of sharp for each step, so that no step depends on another. */
async function drawn(bytes: Buffer, { crop, rotate, fit, ground = 'blur' }: View): Promise<Buffer> {
  const upright = await sharp(bytes).autoOrient().png().toBuffer()
  const turned = rotate === 0 ? upright : await sharp(upright).rotate(rotate).png().toBuffer()
  const { width: w, height: h } = await sharp(turned).metadata()
  const px = (share: number, side: number) => Math.round(share * side)
  const [left, top, width, height] = [px(crop[0], w), px(crop[1], h), px(crop[2], w), px(crop[3], h)]
  if (fit === 'crop') return sharp(turned).extract({ left, top, width, height }).png().toBuffer()
  const sides = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    right: Math.max(0, left + width - w),
    bottom: Math.max(0, top + height - h),
  }
  const flat = await sharp(turned).flatten({ background: ground }).png().toBuffer()
  const large = await sharp(flat)
    .extend({ ...sides, background: ground })
    .png()
    .toBuffer()
  return sharp(large)
    .extract({ left: Math.max(0, left), top: Math.max(0, top), width, height })
    .png()
    .toBuffer()
}

test('a view has the pixels that sharp draws when each step is called directly', async () => {
  const files = [
    await given(await noise(60, 40).png().toBuffer()),
    await given(await noise(40, 60).withMetadata({ orientation: 6 }).png().toBuffer()),
    await given(await noise(30, 30, 4).png().toBuffer()),
  ]
  const inputs = [
    { crop: [0.25, 0.1, 0.5, 0.8] },
    { crop: [0, 0, 0.3, 1] },
    { crop: [0.7, 0.5, 0.3, 0.5] },
    { crop: [0, -0.25, 1, 1.5], fit: 'pad', ground: '#ff8000' },
    { crop: [-0.5, -0.5, 2, 2], fit: 'pad', ground: '#000000' },
    { crop: [0.5, -0.1, 1, 0.6], fit: 'pad' },
  ] as const
  let views = 0
  for (const file of files)
    for (const rotate of rotations)
      for (const input of inputs) {
        const view = completeView({ ...input, rotate })
        const fitted = await fitInto(file, { ...lossless, view })
        assert.equal(fitted.outcome, 'fitted', JSON.stringify(fitted))
        const [made, wanted] = [await pixelsOf(outPath), await pixelsOf(await drawn(file.bytes, view))]
        assert.deepEqual([made.width, made.height], [wanted.width, wanted.height], JSON.stringify(view))
        assert.ok(made.data.equals(wanted.data), JSON.stringify(view))
        views += 1
      }
  assert.equal(views, 72)
})

test('a padded image has its ground in full color, whatever the depth and colors of the file', async () => {
  const red = { fit: 'pad', crop: [-1, 0, 3, 1], ground: '#ff0000' } as const
  const gray = await plain(30, 20).toColourspace('b-w').png().toBuffer()
  const deep = await plain(30, 20).toColourspace('rgb16').png().toBuffer()
  for (const bytes of [gray, deep, await plain(30, 20, 4).webp().toBuffer()]) {
    await fitInto(await given(bytes), { ...lossless, view: completeView(red) })
    const { data, width } = await pixelsOf(outPath)
    assert.deepEqual([width, [...data.subarray(0, 3)]], [90, [255, 0, 0]])
  }
})

test('a blurred ground has the colors of the image and leaves the image itself unchanged', async () => {
  const half = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff0000' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer()
  const view = completeView({ crop: [0, -1, 1, 3], fit: 'pad', ground: 'blur' })
  for (const rule of [lossless, { ...lossless, maxWidth: 30 }]) {
    const fitted = await fitInto(await given(bytes), { ...rule, view })
    assert.ok(fitted.outcome === 'fitted')
    const { data, width, height } = await pixelsOf(outPath)
    assert.deepEqual([width / height, (await sharp(outPath).metadata()).hasAlpha], [0.5, false])
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
    const [edge, middle] = [0.06 * height, 0.5 * height].map(Math.round) as [number, number]
    assert.deepEqual(
      [at(3, middle), at(width - 4, middle)],
      [
        [0, 0, 255],
        [255, 0, 0],
      ],
    )
    const [blue, red] = [at(1, edge), at(width - 2, edge)] as [number[], number[]]
    assert.ok(blue[2]! > blue[0]! && red[0]! > red[2]!, `${blue} ${red}`)
  }
})

test('a view that shows an animation is refused, and so is one whose shape the network does not accept', async () => {
  const animation = await given(await moving(40, 30, 3).gif().toBuffer(), 3)
  const view = completeView({ crop: [0, 0, 0.5, 0.5] })
  const refused = await fitInto(animation, { view })
  assert.ok(refused.outcome === 'cannot' && refused.rule === 'view')
  assert.match(refused.detail, /Only still images/)
  const wide = await fitInto(await given(await noise(60, 40).png().toBuffer()), {
    view,
    aspect: { min: 0.8, max: 1.2 },
  })
  assert.ok(wide.outcome === 'cannot' && wide.rule === 'aspect')
})

test('a frame at the limit of an aspect ratio stays within it for images of all sizes', () => {
  const aspect = { min: 0.8, max: 1.91 }
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 4_000 }),
      fc.integer({ min: 40, max: 4_000 }),
      fc.constantFrom(0.8, 1.91, 1, 1.5),
      fc.constantFrom('crop' as const, 'pad' as const),
      (width, height, ratio, fit) => {
        const share = (ratio * height) / width
        const isNarrow = fit === 'crop' ? share < 1 : share > 1
        const crop = isNarrow ? [0, 0, share, 1] : [0, 0, 1, 1 / share]
        const view = completeView({ crop, fit })
        fc.pre(findFrameFault(view) === null)
        const facts = { kind: 'image', contentType: 'image/jpeg', frames: 1, animated: false, orientation: 1 } as const
        const plan = planFit({ ...facts, width, height, hasAlpha: false, preview: '', size: 1 }, { aspect, view })
        assert.equal(plan.action, 'resize', JSON.stringify(plan))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('the copy of a view matches its plan and follows the rule', async () => {
  const all = [
    await given(await noise(37, 23).jpeg().toBuffer()),
    await given(await noise(23, 48).withMetadata({ orientation: 8 }).jpeg().toBuffer()),
    await given(await noise(40, 40, 4).png().toBuffer()),
    await given(await noise(50, 17).webp().toBuffer()),
  ]
  const bound = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: undefined, freq: 2 })
  const share = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const views = fc
    .record({
      crop: fc.tuple(share(-2, 1), share(-2, 1), share(0.001, 4), share(0.001, 4)),
      rotate: fc.constantFrom(...rotations),
      fit: fc.constantFrom('crop' as const, 'pad' as const),
      ground: fc.constantFrom('#102030', 'blur'),
    })
    .map(completeView)
    .filter((view) => findFrameFault(view) === null)
  const formats = fc.option(
    fc.subarray([...(['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const)], { minLength: 1 }),
    { nil: undefined },
  )
  const aspect = fc.option(fc.constantFrom({ min: 0.8, max: 1.91 }, { min: 0.1, max: 10 }), { nil: undefined })
  const rules = fc.record({
    formats,
    aspect,
    maxBytes: bound(150, 5_000),
    maxWidth: bound(1, 60),
    maxHeight: bound(1, 60),
    maxPixels: bound(1, 2_000),
    minWidth: bound(1, 30),
    isSquare: fc.option(fc.constant(true as const), { nil: undefined, freq: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all), views, rules, async (one, view, given) => {
      const bounds = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as FitRule
      const rule: FitRule = { ...bounds, view }
      const plan = await planOf(one, rule)
      const fitted = await fitInto(one, rule)
      if (plan.action === 'reject') return assert.ok(fitted.outcome === 'cannot' && fitted.rule === plan.rule)
      assert.equal(plan.action, 'resize')
      if (fitted.outcome === 'cannot') return assert.equal(fitted.rule, 'maxBytes')
      assert.ok(fitted.outcome === 'fitted' && plan.action === 'resize')
      const { contentType, width, height, size } = fitted
      assert.ok(width <= plan.width && height <= plan.height && contentType === plan.contentType)
      const made = await sharp(outPath).metadata()
      assert.deepEqual([made.width, made.height, made.orientation], [width, height, undefined])
      const facts = { ...one.facts, contentType, width, height, size, orientation: 1 }
      return assert.deepEqual(planFit(facts, bounds), { action: 'as-is' })
    }),
    { numRuns: 300 },
  )
})

test('a padded image has a bounded number of pixels', async () => {
  const facts = { kind: 'image', contentType: 'image/jpeg', frames: 1, animated: false, orientation: 1 } as const
  const view = completeView({ crop: [0, 0, 10, 10], fit: 'pad' })
  const plan = planFit({ ...facts, width: 8_000, height: 8_000, hasAlpha: false, preview: '', size: 1 }, { view })
  assert.ok(plan.action === 'resize' && plan.width * plan.height <= padMaxPixels, JSON.stringify(plan))
})
