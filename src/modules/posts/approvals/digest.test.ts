import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { digestContent, uncovered } from './digest.ts'

const word = fc.string({ maxLength: 8 })
const wordOrNull = fc.option(word)
const number = fc.nat()

/** Lists every field, so a new one does not compile until it is here. */
const file = (thumbnail: fc.Arbitrary<OutgoingMedia | undefined>): fc.Arbitrary<OutgoingMedia> =>
  fc
    .record<Required<{ [Field in keyof OutgoingMedia]: OutgoingMedia[Field] | undefined }>>({
      mediaId: word,
      kind: fc.constantFrom('image', 'video', 'document', 'audio'),
      contentType: word,
      size: number,
      width: number,
      height: number,
      durationMs: fc.option(number),
      pages: fc.option(number),
      frameRate: fc.option(number),
      animated: fc.boolean(),
      frames: number,
      hasAlpha: fc.boolean(),
      altText: wordOrNull,
      view: fc.option(
        fc.record({
          crop: fc.tuple(number, number, number, number),
          rotate: fc.constantFrom(0, 90, 180, 270),
          fit: fc.constantFrom('crop', 'pad'),
          ground: word,
        }),
        { nil: undefined },
      ),
      thumbnail,
    })
    .map((all) => JSON.parse(JSON.stringify(all)))

const outgoing: fc.Arbitrary<Outgoing> = fc.record<Omit<Required<Outgoing>, 'answers'>>({
  format: fc.constantFrom('post', 'thread', 'story', 'reel'),
  parts: fc.array(
    fc.record({
      text: word,
      media: fc.array(file(fc.option(file(fc.constant(undefined)), { nil: undefined })), { maxLength: 2 }),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  title: wordOrNull,
  link: wordOrNull,
  language: wordOrNull,
  firstComment: wordOrNull,
  settings: fc.dictionary(word, fc.oneof(word, number, fc.boolean(), fc.array(word, { maxLength: 2 })), { maxKeys: 3 }),
  account: fc.record({ remoteId: word, handle: word, facts: fc.dictionary(word, word, { maxKeys: 2 }) }),
})

type Path = readonly (string | number)[]
type Holder = Record<string | number, unknown>

/** Every place below a value: each leaf, and in each object a field that it does not have yet. */
function listPlaces(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listPlaces(item, [...path, index]))
  if (value === null || typeof value !== 'object') return [path]
  return [
    [...path, 'a field of a later version'],
    ...Object.entries(value).flatMap(([field, item]) => listPlaces(item, [...path, field])),
  ]
}

function isUncovered(path: Path): boolean {
  const fields = path.filter((step) => typeof step === 'string')
  if (fields[0] === 'account') return (uncovered.account as readonly string[]).includes(fields[1] ?? '')
  if (fields[0] !== 'parts' || fields[1] !== 'media') return false
  const field = fields[2] === 'thumbnail' ? fields[3] : fields[2]
  return (uncovered.media as readonly string[]).includes(field ?? '')
}

function changed(content: Outgoing, path: Path): Outgoing {
  const copy = structuredClone(content)
  const last = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce<Holder>((at, step) => at[step] as Holder, copy as unknown as Holder)
  const before = holder[last]
  holder[last] = typeof before === 'boolean' ? !before : typeof before === 'number' ? before + 1 : `${before ?? ''}!`
  return copy
}

test('any change to published content changes the digest, and only the listed fields do not', () => {
  fc.assert(
    fc.property(outgoing, fc.nat(), (content, pick) => {
      const places = listPlaces(content)
      const path = places[pick % places.length] ?? []
      const isSame = digestContent('mastodon', content) === digestContent('mastodon', changed(content, path))
      assert.equal(isSame, isUncovered(path), path.join('.'))
    }),
    { numRuns: 2_000 },
  )
})

test('adding, removing or moving a file, another part and another network change the digest', () => {
  fc.assert(
    fc.property(outgoing, file(fc.constant(undefined)), (content, added) => {
      const digest = digestContent('mastodon', content)
      const [first, ...rest] = content.parts
      const media = [...(first?.media ?? []), added]
      assert.notEqual(
        digestContent('mastodon', { ...content, parts: [{ text: first?.text ?? '', media }, ...rest] }),
        digest,
      )
      assert.notEqual(
        digestContent('mastodon', { ...content, parts: [...content.parts, { text: '', media: [] }] }),
        digest,
      )
      assert.notEqual(digestContent('bluesky', content), digest)
    }),
  )
})

test('approvals from before an upgrade stay valid: a digest without a thumbnail is unchanged', () => {
  const item: OutgoingMedia = {
    mediaId: '0190a0a0-0000-7000-8000-000000000001',
    kind: 'image',
    contentType: 'image/png',
    size: 1,
    width: 2,
    height: 3,
    durationMs: null,
    pages: null,
    frameRate: null,
    animated: false,
    hasAlpha: false,
    altText: 'A lighthouse',
  }
  const content: Outgoing = {
    format: 'post',
    parts: [{ text: 'Good morning', media: [item] }],
    title: null,
    link: 'https://example.com/',
    language: 'en',
    firstComment: 'First',
    settings: { visibility: 'public' },
    account: { remoteId: '1@example.com', handle: 'ada', facts: { maxChars: 500 } },
  }
  assert.equal(digestContent('mastodon', content), '2a4091daffbdbeeb826b704929cb08510627b60d7810ee2ab4edbead948d977e')
})
