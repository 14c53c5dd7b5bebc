import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { createLog } from '#infra/log/log.ts'
import { mutations } from '#test/hostile/mutations.ts'
import { seeded } from '#test/hostile/random.ts'
import { packedPdfOf, pdfOf } from '#test/world/files/pdf.ts'
import { openPictures } from '#test/world/pictures.ts'
import { Damaged } from '../contract.ts'
import { createMediaWorker } from '../media-worker.ts'
import { createBudget } from './read-tokens.ts'
import { scanDocument } from './scan-document.ts'

/** A tenth of the real budget, with proportional files, to keep the test short. */
const units = 3_200_000
const filled = (text: string, size = 2_000_000): string => text.repeat(Math.ceil(size / text.length)).slice(0, size)
const streamOf = (entries: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`9 0 obj<<${entries}>>stream\n`), data, Buffer.from('\nendstream')])

/** Documents whose parsing cost grows with their size, or without bound. */
const bombs: Readonly<Record<string, () => Buffer>> = {
  'a list of numbers': () => Buffer.from(`9 0 obj[${filled('1 ')}]`),
  'a list of names': () => Buffer.from(`9 0 obj[${filled('/a')}]`),
  'a list of escaped names': () => Buffer.from(`9 0 obj[${filled('/#61')}]`),
  'a long name': () => Buffer.from(`9 0 obj/${filled('#61')} `),
  'a dictionary of keys': () => Buffer.from(`9 0 obj<<${filled('/S/a')}>>`),
  'nested lists': () => Buffer.from(`9 0 obj${filled('[')}`),
  'nested dictionaries': () => Buffer.from(`9 0 obj${filled('<</a')}`),
  'nested brackets of a string': () => Buffer.from(`9 0 obj${filled('(')}`),
  'strings, each inside the previous one': () => Buffer.from(filled('9 0 obj(')),
  'lists, each inside the previous one': () => Buffer.from(filled('9 0 obj[(x) ')),
  'hexadecimal digits': () => Buffer.from(`9 0 obj<${filled('00')}>`),
  'unterminated hexadecimal strings': () => Buffer.from(filled('9 0 obj<0 ')),
  comments: () => Buffer.from(`9 0 obj[${filled('%\n')}`),
  'white space': () => Buffer.from(`9 0 obj[${filled(' ')}`),
  'many objects': () => Buffer.from(filled('9 0 obj<</S/GoTo/Next 1 0 R>>')),
  'many beginnings of objects': () => Buffer.from(filled('\nobj')),
  'many trailers': () => Buffer.from(filled('trailer<<>>')),
  'beginnings of streams': () => Buffer.from(filled('9 0 obj<</A 1>>stream\n')),
  'a stream that unpacks to gigabytes': () =>
    streamOf('/First 0/N 1/Filter/FlateDecode', deflateSync(Buffer.alloc(200_000_000))),
  'many compressed streams': () => {
    const one = streamOf('/First 0/N 1/Filter/FlateDecode', deflateSync(Buffer.alloc(1_000_000)))
    return Buffer.concat(Array.from({ length: 100 }, () => one))
  },
  'overlapping offsets': () => {
    const pairs = Array.from({ length: 20_000 }, (_, nth) => `${nth} ${nth}`).join(' ')
    const data = `${pairs}\n${'['.repeat(50)}${'1 '.repeat(20_000)}${']'.repeat(50)}`
    return streamOf(`/N 20000/First ${pairs.length + 1}/Filter/FlateDecode`, deflateSync(data))
  },
}

test('documents designed to be slow end within one budget of bytes, tokens and unpacking', () => {
  for (const [name, bomb] of Object.entries(bombs)) {
    let charged = 0
    const budget = createBudget(units)
    const counted = {
      left: budget.left,
      charge: (units: number) => {
        charged += units
        budget.charge(units)
      },
    }
    const bytes = Buffer.concat([pdfOf(1), Buffer.from('\n'), bomb()])
    const before = process.cpuUsage()
    try {
      assert.equal(scanDocument(bytes, counted).active, null, name)
    } catch (error) {
      assert.ok(error instanceof Damaged, `${name}: ${error}`)
    }
    const { user, system } = process.cpuUsage(before)
    assert.ok(charged < 3 * units, `${name}: ${charged} units`)
    assert.ok(user + system < 2_000_000, `${name}: ${(user + system) / 1_000} ms`)
  }
})

test('media_too_complex: 20 MB of tokens are refused within 300 MB of memory', async () => {
  await using pictures = await openPictures()
  const mediaWorker = createMediaWorker({
    log: createLog({ level: 'silent' }),
    ffmpeg: null,
    bounds: { maxRssBytes: 300_000_000 },
  })
  const list = pdfOf(1, 640, 480, { catalog: `/A[${filled('1 ', 20_000_000)}]` })
  const examined = await mediaWorker.examine(await pictures.put('file.pdf', list))
  await mediaWorker.close()
  assert.ok(examined.outcome === 'bad' && examined.code === 'media_too_complex')
  assert.match(examined.detail, /more parts than can be checked/)
})

test('no input crashes the document parser: it returns a result or a refusal', async () => {
  const parts = { catalog: '/OpenAction 5 0 R/Names<<>>', page: '/Annots[4 0 R]' }
  const more = ['<</A<</S/URI/URI(https://example.com)>>/B<41>/C[1 2 0 R/x(a\\051)]>>', '<</S/GoTo/D[3 0 R/Fit]>>']
  const browser = await readFile(join('test', 'hostile', 'seeds', 'pages.pdf'))
  const seeds = [pdfOf(1, 640, 480, { ...parts, more }), packedPdfOf(1, { ...parts, more }), browser]
  const outcomes = { result: 0, refusal: 0 }
  const scan = (bytes: Buffer): void => {
    try {
      scanDocument(bytes)
      outcomes.result += 1
    } catch (error) {
      assert.ok(error instanceof Damaged, `${error}\n${bytes.toString('base64').slice(0, 4_000)}`)
      outcomes.refusal += 1
    }
  }
  for (const seed of seeds) for (const bytes of mutations(seed, 300)) scan(bytes)
  // Random sequences of tokens, some of which form objects.
  const tokens =
    '9 0 obj|<<|>>|[|]|(|)|<|>|/S|/First|/N 1|/Filter|/FlateDecode|stream\n|endstream|trailer|1|0 R|%|\n|#|\\|x'
  const words = tokens.split('|')
  const random = seeded(7)
  for (let round = 0; round < 2_000; round += 1)
    scan(Buffer.from(Array.from({ length: random(60) }, () => words[random(words.length)]).join(''), 'latin1'))
  assert.ok(outcomes.result > 50 && outcomes.refusal > 50, JSON.stringify(outcomes))
})
