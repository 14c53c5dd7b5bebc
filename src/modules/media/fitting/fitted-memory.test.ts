import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import sharp from 'sharp'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
import type { FitRule, MediaWorker } from '#infra/media-worker/index.ts'
import { minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { knownDocumentOf } from '#test/harness/app/documents.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { type Client, createClient } from '#test/harness/client.ts'
import { until } from '#test/harness/until.ts'
import { filesOf, serveWith, uploaded } from '#test/world/media.ts'
import { noise } from '#test/world/pictures.ts'
import { makeFittedUrl } from '../links/links.ts'
import { createFittedMemory, type FittedMedia, type FittedMemory, type FittedMemoryBounds } from './fitted-memory.ts'

let t: TestApp
/** A client that fetches as a network would. */
let network: Client
let url: string
let stop: () => PromiseLike<void>
let lighthouse: string
let harbour: string
before(async () => {
  t = await startApp()
  const ada = await t.as('ada')
  lighthouse = (await uploaded(t, ada, { file: await noise(60, 40).png().toBuffer() })).id
  harbour = (await uploaded(t, ada, { file: await noise(50, 40).png().toBuffer() })).id
  const fit: MediaWorker['fit'] = async (from, facts, rule, ...rest) => {
    fits.push(rule)
    await gate.promise
    return await t.deps.mediaWorker.fit(from, facts, rule, ...rest)
  }
  const fittedMemory: FittedMemory = {
    ask(name, make, params) {
      signals.push(params.signal)
      return memory.ask(name, make, params)
    },
  }
  const served = await serveWith(t, { mediaWorker: { ...t.deps.mediaWorker, fit }, fittedMemory })
  url = served.url
  network = createClient({ url, token: null, document: knownDocumentOf(t.app) })
  stop = () => served[Symbol.asyncDispose]()
})
after(async () => {
  await stop()
  await t[Symbol.asyncDispose]()
})

const pathOf = (id: string, rule: FitRule): string =>
  makeFittedUrl(t.deps, { id: fromWire('media', id) ?? assert.fail() }, rule).slice(t.config.publicUrl.length)

/** The rules passed to the media worker, which starts when the gate opens. */
let fits: FitRule[]
let gate: PromiseWithResolvers<void>
let memory: FittedMemory
/** The signals of all requesters. */
let signals: (AbortSignal | undefined)[]

function begin(bounds: Partial<FittedMemoryBounds> = {}): void {
  fits = []
  signals = []
  gate = Promise.withResolvers()
  memory = createFittedMemory(t.deps.clock, bounds)
}

// Release the work that a failed test left waiting, so that it does not block the end.
afterEach(() => gate.resolve())

const fetched = (id: string, rule: FitRule) => network.call('GET', pathOf(id, rule))

const small: FitRule = { formats: ['image/jpeg'], maxWidth: 30 }

test('a fitted image that is requested many times at once is created once', async () => {
  // Nothing is cached here. The requests share the work in progress.
  begin({ keepMs: 0, waitingMax: 0 })
  const all = Array.from({ length: 40 }, () => fetched(lighthouse, small))
  await until('forty requests', () => signals.length === 40)
  gate.resolve()
  const answers = await Promise.all(all)
  assert.equal(fits.length, 1)
  const [{ bytes, headers }] = answers as [(typeof answers)[0]]
  assert.equal(headers.etag, `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`)
  const { width, height, format } = await sharp(bytes).metadata()
  assert.deepEqual([width, height, format], [30, 20, 'jpeg'])
  for (const each of answers) {
    assert.deepEqual([each.status, each.headers.etag, each.headers['content-type']], [200, headers.etag, 'image/jpeg'])
    assert.deepEqual(each.bytes, bytes)
  }
})

test('a fitted image is cached for ten minutes, then created again identically, and leaves nothing on disk', async () => {
  begin()
  gate.resolve()
  const files = await filesOf(t)
  const first = await fetched(lighthouse, small)
  await t.advance(minutes(10) - 1)
  assert.deepEqual((await fetched(lighthouse, small)).bytes, first.bytes)
  assert.equal(fits.length, 1)
  await t.advance(1)
  const again = await fetched(lighthouse, small)
  assert.equal(fits.length, 2)
  assert.deepEqual([again.status, again.headers.etag, again.bytes], [200, first.headers.etag, first.bytes])
  assert.deepEqual(await filesOf(t), files)
})

test("a different rule or file is fitted separately, and the order of a rule's fields does not matter", async () => {
  begin()
  gate.resolve()
  await fetched(lighthouse, { maxWidth: 30, formats: ['image/jpeg'] })
  await fetched(lighthouse, { formats: ['image/jpeg'], maxWidth: 30 })
  assert.equal(fits.length, 1)
  const other = await fetched(lighthouse, { ...small, maxWidth: 20 })
  const otherFile = await fetched(harbour, small)
  const sizes = [await sharp(other.bytes).metadata(), await sharp(otherFile.bytes).metadata()]
  assert.deepEqual(
    sizes.map(({ width, height }) => [width, height]),
    [
      [20, 13],
      [30, 24],
    ],
  )
  assert.equal(fits.length, 3)
})

test('a failure reaches every waiting request and is not cached', async () => {
  begin()
  const both = [fetched(lighthouse, small), fetched(lighthouse, small)]
  await until('both requests', () => signals.length === 2 && fits.length === 1)
  gate.reject(new NoTurn('full'))
  for (const { status, body, headers } of await Promise.all(both)) {
    assert.deepEqual([status, body.code], [503, 'media_busy'])
    assert.ok(Number(headers['retry-after']) > 0)
  }
  gate = Promise.withResolvers()
  gate.resolve()
  assert.equal((await fetched(lighthouse, small)).status, 200)
  assert.equal(fits.length, 2)
})

test('503 with Retry-After if too many requests wait; a request that ends early frees its place, and nothing is made', async () => {
  begin({ atOnceMax: 1, waitingMax: 1 })
  const atWork = fetched(lighthouse, small)
  await until('one in progress', () => fits.length === 1)
  const leaving = request(url + pathOf(lighthouse, { maxWidth: 21 })).on('error', () => {})
  leaving.end()
  await until('one waiting', () => signals.length === 2)
  const full = await fetched(harbour, { maxWidth: 22 })
  assert.deepEqual([full.status, full.body.code], [503, 'media_busy'])
  assert.ok(Number(full.headers['retry-after']) > 0)

  leaving.destroy()
  await until('the waiting request to be gone', () => signals[1]?.aborted === true)
  const next = fetched(harbour, { maxWidth: 22 })
  await until('the next request', () => signals.length === 4)
  gate.resolve()
  assert.deepEqual([(await atWork).status, (await next).status], [200, 200])
  assert.deepEqual(fits, [small, { maxWidth: 22 }])
})

test('503 with Retry-After: the response says when to retry if a request gets no place in time', async () => {
  begin({ atOnceMax: 1, waitMs: 20 })
  const atWork = fetched(lighthouse, small)
  await until('one at work', () => fits.length === 1)
  const late = await fetched(harbour, { maxWidth: 23 })
  assert.deepEqual([late.status, late.body.code, late.headers['retry-after']], [503, 'media_busy', '5'])
  gate.resolve()
  assert.equal((await atWork).status, 200)
  assert.equal(fits.length, 1)
})

const picture = (size: number): FittedMedia => ({
  outcome: 'fitted',
  contentType: 'image/png',
  width: 1,
  height: 1,
  bytes: Buffer.alloc(size),
  etag: 'x',
})

/** Returns a cache that records the images it makes by name. Each image has the given size in bytes. */
function counting(bounds: Partial<FittedMemoryBounds>) {
  const memory = createFittedMemory({ now: t.now }, bounds)
  const made: string[] = []
  return {
    made,
    ask: (name: string, size = 1, signal?: AbortSignal, wait?: Promise<void>) => {
      const make = async () => {
        made.push(name)
        await wait
        return picture(size)
      }
      return memory.ask(name, make, { owner: name[0] ?? '', signal })
    },
    memory,
  }
}

test('the cache stays within its size limit: the oldest images are evicted first, and an oversized image evicts nothing', async () => {
  const { ask, made } = counting({ maxBytes: 100 })
  const again = async (...names: string[]): Promise<string[]> => {
    made.length = 0
    for (const name of names) await ask(name, 40)
    return [...made]
  }
  await ask('a', 40)
  await ask('b', 60)
  assert.deepEqual(await again('a', 'b'), [])
  await ask('huge', 101)
  assert.deepEqual(await again('a', 'b', 'huge'), ['huge'])
  // The cache now holds b with 60 bytes and huge with 40.
  assert.deepEqual(await again('huge', 'b', 'c'), ['c'])
  // The cache now holds huge and c with 40 bytes each.
  assert.deepEqual(await again('huge', 'c', 'b'), ['b'])
})

test('a cached image counts only while it is cached', async () => {
  const { ask, made } = counting({ maxBytes: 100, keepMs: minutes(1) })
  await ask('old', 90)
  await t.advance(minutes(1))
  for (const name of ['a', 'b', 'a', 'b']) await ask(name, 50)
  assert.deepEqual(made, ['old', 'a', 'b'])
})

test('an image that cannot be fitted is not cached', async () => {
  const { memory } = counting({})
  const cannot: FittedMedia = { outcome: 'cannot', rule: 'maxBytes', detail: 'Too slow.' }
  assert.equal(await memory.ask('a', async () => cannot, { owner: 'ada' }), cannot)
  assert.equal((await memory.ask('a', async () => picture(1), { owner: 'ada' })).outcome, 'fitted')
})

test('a place is kept while any request waits, and work that has begun finishes and is cached even if all requests end', async () => {
  const { ask, made } = counting({ atOnceMax: 1 })
  const gate = Promise.withResolvers<void>()
  const [a, b, c] = [new AbortController(), new AbortController(), new AbortController()]
  const all = [
    ask('begun', 1, a.signal, gate.promise),
    ask('shared', 1, b.signal),
    ask('shared', 1, c.signal),
    ask('left', 1, b.signal),
  ]
  const left = assert.rejects(all[3] ?? assert.fail(), NoTurn)
  await until('the first to begin', () => made.length === 1)
  a.abort()
  b.abort()
  await left
  gate.resolve()
  await Promise.all(all.slice(0, 3))
  await assert.rejects(ask('late', 1, b.signal), NoTurn)
  await ask('begun')
  assert.deepEqual(made, ['begun', 'shared'])
  // An abandoned image is made for the next requester.
  await ask('left')
  assert.deepEqual(made, ['begun', 'shared', 'left'])
})

test('one owner can use all places but one, and the owner’s other images follow in order', async () => {
  const { ask, made } = counting({ atOnceMax: 3 })
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const all = gates.map(({ promise }, at) => ask(`a${at}`, 1, undefined, promise))
  await until('two in progress', () => made.length === 2)
  gates[1]?.resolve()
  await all[1]
  await until('the third in progress', () => made.length === 3)
  for (const { resolve } of gates) resolve()
  await Promise.all(all)
  assert.deepEqual(made, ['a0', 'a1', 'a2', 'a3'])
})

test('one owner’s images do not block another’s', async () => {
  const { ask, made } = counting({ atOnceMax: 1 })
  const gate = Promise.withResolvers<void>()
  const all = ['a0', 'a1', 'a2', 'b0'].map((name) => ask(name, 1, undefined, gate.promise))
  gate.resolve()
  await Promise.all(all)
  assert.deepEqual(made, ['a0', 'b0', 'a1', 'a2'])
})
