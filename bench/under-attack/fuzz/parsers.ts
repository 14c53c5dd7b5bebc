import Fastify from 'fastify'
import { z } from 'zod'
import { readHead } from '#connectors/link-card/html-head.ts'
import { readCsvRows } from '#infra/csv/read-rows.ts'
import { requireSmallJson } from '#infra/http/request/bodies.ts'
import { readForm } from '#infra/http/request/multipart.ts'
import { parseQuery } from '#infra/http/request/query.ts'
import { readAvi } from '#infra/media-worker/containers/avi.ts'
import { readGif } from '#infra/media-worker/containers/gif.ts'
import { readJpeg } from '#infra/media-worker/containers/jpeg.ts'
import { readMp4 } from '#infra/media-worker/containers/mp4.ts'
import { readPng } from '#infra/media-worker/containers/png.ts'
import { readWebm } from '#infra/media-worker/containers/webm.ts'
import { readWebp } from '#infra/media-worker/containers/webp.ts'
import type { Source } from '#infra/media-worker/contract.ts'
import { sniff } from '#infra/media-worker/examine/sniff.ts'
import { cronFaults, nextRuns } from '#kernel/cron/cron.ts'
import { Refusal } from '#kernel/errors.ts'
import { samples } from '#test/hostile/samples.ts'

/** A parser of strangers' bytes. */
export interface Parser {
  readonly name: string
  /** The files whose coverage is reported. */
  readonly files: RegExp
  readonly seeds: readonly Buffer[]
  /** Reads the bytes. It may refuse them, and nothing else may go wrong. */
  read(bytes: Buffer): Promise<unknown>
}

const sourceOf = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: (start, length) => Promise.resolve(Buffer.from(bytes.subarray(start, start + length))),
})

const containers = {
  jpeg: readJpeg,
  png: readPng,
  gif: readGif,
  webp: readWebp,
  mp4: readMp4,
  webm: readWebm,
  avi: readAvi,
} as const

/** Texts as clients send them, in the forms that each reader has to tell apart. */
const json = [
  '{"a":[1,2,{"b":"\\"}]"}],"c":null}',
  `{"metadata":{${'"k":"v",'.repeat(20)}"z":1}}`,
  '[[[[{}]]]]',
  '['.repeat(64) + ']'.repeat(64),
  `[${'0,'.repeat(1_400)}0]`,
]
const queries = ['limit=20&metadata[campaign]=spring&metadata[x]=1&tag=a&tag=b', 'a[b]=1&a=2&c%5Bd%5D=%F0%9F%A5%90']
const sheets = ['content,time\r\n"a ""b""\nc",2026-01-01\r\n', '\u{feff}content;time\n=1+1;x\n', 'a\tb\r\'c\t"d\r"']
const crons = ['*/15 8-18 * * mon-fri', '0 9 1,15 * *', '@daily', '0 0 29 2 *']
const pages = [
  '<!doctype html><html><head><title>Rolls &amp; bread</title><meta property="og:title" content="A &quot;harbour&quot;"></head>',
  "<head><!-- x --><script>if (a < b) '</sc'</script><style>a{}</style><meta name='description' content='Gulls &#8211; &#x1f950;'>",
  '<META CONTENT=bare NAME=twitter:card><meta property=og:image content="/a.png"><title>&nbsp;\u0007</title><body>',
]
const form = [
  '--cut',
  'Content-Disposition: form-data; name="altText"',
  '',
  'Rolls',
  '--cut',
  'Content-Disposition: form-data; name="file"; filename="a.png"',
  'Content-Type: image/png',
  '',
  'bytes',
  '--cut--',
  '',
].join('\r\n')

export async function listParsers(): Promise<readonly Parser[]> {
  const files = await samples()
  const seedsOf = (type: string) => files.filter(({ contentType }) => contentType.endsWith(type))
  const media = Object.entries(containers).map(([name, read]): Parser => {
    const type = name === 'avi' ? 'x-msvideo' : name
    return {
      name,
      files: new RegExp(`/containers/${name}.*\\.ts$`),
      seeds: seedsOf(type).map(({ bytes }) => bytes),
      read: (bytes) => read(sourceOf(bytes)),
    }
  })
  const readsText = (
    name: string,
    file: RegExp,
    texts: readonly string[],
    read: (text: string) => unknown,
  ): Parser => ({
    name,
    files: file,
    seeds: texts.map((text) => Buffer.from(text)),
    read: async (bytes) => await read(bytes.toString('utf8')),
  })
  return [
    ...media,
    {
      name: 'type of a file',
      files: /\/examine\/sniff\.ts$/,
      seeds: files.map(({ bytes }) => bytes.subarray(0, 4_096)),
      read: sniff,
    },
    { name: 'multipart', files: /\/request\/multipart\.ts$/, seeds: [Buffer.from(form)], read: openForms() },
    readsText('html head', /\/link-card\/html-head\.ts$/, pages, readHead),
    readsText('json', /\/request\/json-size\.ts$/, json, (text) => requireSmallJson(text, 65_536)),
    readsText('query', /\/request\/query\.ts$/, queries, parseQuery),
    readsText('csv', /\/csv\/read-rows\.ts$/, sheets, (text) => Array.fromAsync(readCsvRows(inPieces(text)))),
    readsText('cron', /\/kernel\/cron\.ts$/, crons, (text) =>
      cronFaults(text).length > 0 ? null : nextRuns(text, 'Europe/Berlin', new Date(0), 3),
    ),
  ]
}

async function* inPieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}

/** Returns a reader that sends the bytes as a form to a server with our reader of forms. */
function openForms(): Parser['read'] {
  const app = Fastify({ bodyLimit: 1_048_576 }).decorate('arrival', { idleMs: 5_000, wholeMs: 10_000 })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(400).send()
    throw error
  })
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  app.post('/', async (request) => {
    const take = async ({ stream }: { stream: AsyncIterable<Uint8Array> }) => {
      let size = 0
      for await (const piece of stream) size += piece.length
      return size
    }
    const { file } = await readForm(request, {
      maxFileBytes: 65_536,
      fields: z.object({ altText: z.string().optional() }),
      file: take,
    })
    return { size: file }
  })
  return async (payload) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
    const { statusCode, payload: answer } = await app.inject({ method: 'POST', url: '/', headers, payload })
    if (statusCode >= 500) throw new Error(answer)
    if (statusCode === 400) throw new Refusal('multipart_invalid')
  }
}
