import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { type ExaminedPicture, examineInto } from '#test/world/examined-picture.ts'
import { animatedPng, moving, noise, openPictures, plain } from '#test/world/pictures.ts'
import type { FitRule, Fitted, ImageType } from '../contract.ts'
import { fit } from './fit.ts'
import { planFit } from './fit-plan.ts'

const pictures = await openPictures()
after(() => pictures[Symbol.asyncDispose]())

const given = examineInto(pictures)
const outPath = join(pictures.folder, 'fitted')
const fitInto = ({ path, facts }: ExaminedPicture, rule: FitRule): Promise<Fitted> =>
  fit({ kind: 'fit', path, facts, rule, outPath })

function fittedOf(fitted: Fitted): Extract<Fitted, { outcome: 'fitted' }> {
  assert.ok(fitted.outcome === 'fitted', JSON.stringify(fitted))
  return fitted
}

function refusalOf(fitted: Fitted): { rule: string; detail: string } {
  assert.ok(fitted.outcome === 'cannot', JSON.stringify(fitted))
  return fitted
}

test('an image that follows the rule is unchanged', async () => {
  const jpeg = await given(await noise(60, 40).jpeg().toBuffer())
  const rule: FitRule = {
    formats: ['image/jpeg'],
    maxBytes: 100_000,
    maxWidth: 60,
    maxHeight: 40,
    maxPixels: 2400,
    minWidth: 60,
    minHeight: 40,
    aspect: { min: 1.5, max: 1.5 },
    maxFrames: 1,
  }
  assert.deepEqual(await fitInto(jpeg, rule), { outcome: 'as-is' })
  assert.deepEqual(await fitInto(jpeg, {}), { outcome: 'as-is' })
})

test('too wide, too high, too many pixels: a smaller copy with the same aspect ratio', async () => {
  const jpeg = await given(await noise(300, 200).jpeg().toBuffer())
  for (const [rule, width, height] of [
    [{ maxWidth: 150 }, 150, 100],
    [{ maxHeight: 50 }, 75, 50],
    [{ maxPixels: 15_000 }, 150, 100],
    [{ maxWidth: 90, maxHeight: 90 }, 90, 60],
  ] as const) {
    const fitted = fittedOf(await fitInto(jpeg, rule))
    assert.deepEqual([fitted.width, fitted.height, fitted.contentType], [width, height, 'image/jpeg'])
    const made = await sharp(fitted.path).metadata()
    assert.deepEqual([made.width, made.height, made.format], [width, height, 'jpeg'])
    assert.equal(fitted.size, (await stat(fitted.path)).size)
  }
})

test('too many bytes: lower quality first, then fewer pixels, never above the limit', async () => {
  const jpeg = await given(await noise(300, 200).jpeg({ quality: 98 }).toBuffer())
  const { size } = await stat(jpeg.path)
  const finer = fittedOf(await fitInto(jpeg, { maxBytes: Math.floor(size * 0.7) }))
  assert.deepEqual([finer.width, finer.height], [300, 200])
  const smaller = fittedOf(await fitInto(jpeg, { maxBytes: 4_000 }))
  assert.ok(smaller.width < 300 && smaller.size <= 4_000 && smaller.size > 1_000, JSON.stringify(smaller))
  const { rule, detail } = refusalOf(await fitInto(jpeg, { maxBytes: 50 }))
  assert.equal(rule, 'maxBytes')
  assert.match(detail, /The limit is 50 bytes/)
  await assert.rejects(stat(outPath))
})

test('a photo saved as too large a PNG becomes a JPEG, unless only PNG is allowed', async () => {
  const png = await given(await noise(200, 100).png().toBuffer())
  const { size } = await stat(png.path)
  assert.equal(fittedOf(await fitInto(png, { maxBytes: size / 2 })).contentType, 'image/jpeg')
  const still = fittedOf(await fitInto(png, { maxBytes: size / 2, formats: ['image/png'] }))
  assert.ok(still.contentType === 'image/png' && still.size <= size / 2)
})

test('a disallowed aspect ratio is refused with the numbers, and never cropped', async () => {
  const wide = await given(await plain(300, 100).jpeg().toBuffer())
  const { rule, detail } = refusalOf(await fitInto(wide, { aspect: { min: 0.8, max: 1.91 }, maxWidth: 100 }))
  assert.equal(rule, 'aspect')
  assert.match(detail, /300 × 100, which is 3 \(width ÷ height\); it must be from 0\.8 to 1\.91\. Crop it to 191 × 100/)
})

test('an image that is too small is refused, and never enlarged', async () => {
  const small = await given(await plain(40, 30).png().toBuffer())
  assert.equal(refusalOf(await fitInto(small, { minWidth: 41 })).rule, 'minWidth')
  assert.match(
    refusalOf(await fitInto(small, { minHeight: 31 })).detail,
    /30 pixels high; it must be at least 31 pixels/,
  )
  assert.equal(refusalOf(await fitInto(small, { maxWidth: 20, minHeight: 20 })).rule, 'minHeight')
})

test('a disallowed type becomes the first allowed one that keeps transparency and animation', async () => {
  const opaque = await given(await noise(30, 20).webp().toBuffer())
  const clear = await given(await plain(30, 20, 4).webp().toBuffer())
  const animation = await given(await moving(30, 20, 3).webp().toBuffer(), 3)
  const into = async (one: ExaminedPicture, ...formats: ImageType[]) =>
    fittedOf(await fitInto(one, { formats })).contentType
  assert.equal(await into(opaque, 'image/jpeg', 'image/png'), 'image/jpeg')
  assert.equal(await into(clear, 'image/jpeg', 'image/png'), 'image/png')
  assert.equal(await into(clear, 'image/jpeg'), 'image/jpeg')
  const { dominant } = await sharp(outPath).stats()
  assert.ok(dominant.g > 100, 'transparent areas do not become white')
  assert.equal(await into(animation, 'image/jpeg', 'image/gif'), 'image/gif')
  assert.equal((await sharp(outPath, { pages: -1 }).metadata()).pages, 3)
  const { rule, detail } = refusalOf(await fitInto(animation, { formats: ['image/jpeg', 'image/png'] }))
  assert.equal(rule, 'formats')
  assert.match(
    detail,
    /an animation \(image\/webp, 3 frames\); none of the allowed types \(image\/jpeg, image\/png\) supports it/,
  )
})

test('an animation is shrunk with all its frames, and refused if it has too many frames', async () => {
  const animation = await given(await moving(60, 40, 4).gif().toBuffer(), 4)
  const fitted = fittedOf(await fitInto(animation, { maxWidth: 30 }))
  const { pages, width, pageHeight } = await sharp(fitted.path, { pages: -1 }).metadata()
  assert.deepEqual([pages, width, pageHeight, fitted.height], [4, 30, 20, 20])
  assert.equal(refusalOf(await fitInto(animation, { maxFrames: 3 })).rule, 'maxFrames')
  const frames = [await plain(60, 40).png().toBuffer(), await noise(60, 40).png().toBuffer()]
  const animated = await given(animatedPng(frames), 2)
  assert.equal((await fitInto(animated, { formats: ['image/png'] })).outcome, 'as-is')
  assert.equal(refusalOf(await fitInto(animated, { maxWidth: 30 })).rule, 'maxWidth')
})

test('a copy is upright and contains only pixels', async () => {
  const exif = { IFD0: { Copyright: 'MarkerOwner' } }
  const lying = await given(await noise(60, 40).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  assert.deepEqual([lying.facts.width, lying.facts.height], [40, 60])
  const fitted = fittedOf(await fitInto(lying, { maxWidth: 20 }))
  const made = await sharp(fitted.path).metadata()
  assert.deepEqual(
    [made.width, made.height, made.orientation, made.exif, made.icc],
    [20, 30, undefined, undefined, undefined],
  )
  assert.ok(!(await readFile(fitted.path)).includes('Marker'))
  const half = await plain(30, 40).toColourspace('srgb').png().toBuffer()
  const halves = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0000ff' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  fittedOf(await fitInto(await given(halves), { maxWidth: 20 }))
  // The left side of the image is displayed at the top.
  const [red = 0, , blue = 0] = await sharp(outPath).extract({ left: 15, top: 3, width: 1, height: 1 }).raw().toBuffer()
  assert.ok(red > 120 && blue < 100, `${red} ${blue}`)
})

test('rounding never violates an image’s aspect ratio rule', async () => {
  const { facts } = await given(await plain(1_910, 1_000).jpeg().toBuffer())
  const plan = planFit({ ...facts, size: 1 }, { aspect: { min: 0.8, max: 1.91 }, maxWidth: 1_080 })
  assert.deepEqual(plan, { action: 'resize', width: 1_080, height: 566, contentType: 'image/jpeg' })
})

test('the copy matches the plan and follows the rule', async () => {
  const all = [
    await given(await noise(37, 23).jpeg().toBuffer()),
    await given(await noise(23, 48).withMetadata({ orientation: 8 }).jpeg().toBuffer()),
    await given(await noise(40, 40, 4).png().toBuffer()),
    await given(await noise(31, 20).png().toBuffer()),
    await given(await noise(50, 17).webp().toBuffer()),
    await given(await moving(24, 33, 3).gif().toBuffer(), 3),
    await given(await moving(30, 18, 2).webp().toBuffer(), 2),
  ]
  const bound = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: undefined, freq: 2 })
  const formats = fc.option(
    fc.subarray([...(['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const)], { minLength: 1 }),
    {
      nil: undefined,
    },
  )
  const aspect = fc.option(
    fc.tuple(fc.double({ min: 0.3, max: 1.2, noNaN: true }), fc.double({ min: 1.2, max: 3, noNaN: true })),
    { nil: undefined, freq: 1 },
  )
  const rules = fc.record({
    formats,
    aspect,
    maxBytes: bound(150, 5_000),
    maxWidth: bound(1, 60),
    maxHeight: bound(1, 60),
    maxPixels: bound(1, 2_000),
    minWidth: bound(1, 30),
    minHeight: bound(1, 30),
    maxFrames: bound(1, 4),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all), rules, async (one, { aspect: between, ...bounds }) => {
      const shape = between === undefined ? {} : { aspect: { min: between[0], max: between[1] } }
      const rule: FitRule = { ...withoutGaps(bounds), ...shape }
      const plan = planFit({ ...one.facts, size: (await stat(one.path)).size }, rule)
      const fitted = await fitInto(one, rule)
      if (plan.action === 'as-is') assert.equal(fitted.outcome, 'as-is')
      else if (plan.action === 'reject') assert.equal(refusalOf(fitted).rule, plan.rule)
      else if (fitted.outcome === 'cannot') assert.equal(fitted.rule, 'maxBytes')
      else {
        const { contentType, width, height, size } = fittedOf(fitted)
        assert.equal(contentType, plan.contentType)
        assert.ok(width <= plan.width && height <= plan.height)
        const made = await sharp(outPath, { pages: -1 }).metadata()
        assert.deepEqual(
          [made.width, made.pageHeight ?? made.height, made.pages ?? 1],
          [width, height, one.facts.frames],
        )
        const facts = { ...one.facts, contentType, width, height, size, orientation: made.orientation ?? 1 }
        assert.deepEqual(planFit(facts, rule), { action: 'as-is' })
      }
    }),
    { numRuns: 300 },
  )
})

const withoutGaps = <T extends object>(rule: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

test('a rotated image that follows the rule is still turned upright, in its own type and full size', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    for (const orientation of [2, 3, 6, 8]) {
      const turned = await given(await noise(60, 40).withMetadata({ orientation }).toFormat(format).toBuffer())
      const rule: FitRule = { formats: [`image/${format}`], maxBytes: 1_000_000, maxWidth: 60, maxHeight: 60 }
      const { contentType, width, height, path } = fittedOf(await fitInto(turned, rule))
      assert.deepEqual([contentType, width, height], [`image/${format}`, turned.facts.width, turned.facts.height])
      const made = await sharp(path).metadata()
      assert.deepEqual([made.orientation ?? 1, made.width, made.height], [1, width, height], `${format} ${orientation}`)
    }
  }
})

test('rotatable limits apply to portrait and landscape images; a square image gets the smaller limit', async () => {
  const rule: FitRule = { maxWidth: 1_080, maxHeight: 1_920, turns: true }
  const planOf = async (width: number, height: number) => {
    const { facts } = await given(await plain(width, height).png().toBuffer())
    const plan = planFit({ ...facts, size: 1 }, rule)
    return plan.action === 'resize' ? [plan.width, plan.height] : plan.action
  }
  assert.equal(await planOf(1_920, 1_080), 'as-is')
  assert.equal(await planOf(1_080, 1_920), 'as-is')
  assert.deepEqual(await planOf(3_840, 2_160), [1_920, 1_080])
  assert.deepEqual(await planOf(1_440, 1_440), [1_080, 1_080])
})
