import { connect } from 'node:net'
import sharp from 'sharp'
import type { HostileFile } from '#test/hostile/hostile-file.ts'
import { manyParts } from '#test/hostile/many-parts.ts'
import { slowFiles } from '#test/hostile/slow-files.ts'
import { tinyGif } from '#test/world/pictures.ts'
import type { Target } from './plan.ts'

/**
 * An attack by one tenant on all others. Sends at most `perSecond` requests a second, as far as the tenant's limits
 * allow.
 */
export interface Hostility {
  readonly about: string
  readonly perSecond: number
  readonly inFlight: number
  /** The time that it needs to send everything, if that is longer than usual. */
  readonly lastsMs?: number
  prepare?(target: Target): Promise<void>
  /** The status of the response. */
  send(target: Target, nth: number): Promise<number>
}

const mebibyte = 1_048_576
const asJson = { 'content-type': 'application/json' }

export const hostilities: Readonly<Record<string, Hostility>> = {
  headers: {
    about: 'headers and addresses that are slow to match, without a credential',
    perSecond: 50,
    inFlight: 20,
    send: ({ url }, nth) =>
      nth % 5 === 0
        ? call(url, 'GET', `/v1/token${'\\'.repeat(14_000)}`, {})
        : call(url, 'GET', '/healthz', { accept: `*/*${' '.repeat(15_800)}x` }),
  },
  texts: {
    about: 'validation of maximum-length texts that are slow to parse',
    perSecond: 10,
    inFlight: 20,
    send: (target, nth) => post(target, '/v1/posts/validate', hostilePost(target, nth)),
  },
  json: {
    about: 'bodies that are slow to parse or to check',
    perSecond: 10,
    inFlight: 20,
    send: (target, nth) => post(target, '/v1/posts', [deep, manyFields, manyMembers, manyItems][nth % 4] ?? deep),
  },
  'slow-bodies': {
    about: 'hundreds of bodies that never end, without a credential',
    perSecond: 20,
    inFlight: 400,
    send: ({ url }) => neverEnding(url),
  },
  pictures: {
    about: 'interlaced images of 64 megapixels with 16 bits',
    perSecond: 10,
    inFlight: 10,
    prepare: async () => {
      picture = await largePicture()
    },
    send: async ({ url, headers, profileId }) => {
      const form = new FormData()
      form.set('profileId', profileId)
      form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'large.png')
      return call(url, 'POST', '/v1/media/upload', headers, form)
    },
  },
  'slow-files': {
    about:
      'small files of every family that take long to parse: loops in EXIF, thousands of tracks, frames, chunks, scans, tokens',
    perSecond: 10,
    inFlight: 10,
    lastsMs: 45_000,
    prepare: async () => {
      const frames = { fileName: 'frames.gif', declared: 'image/gif', bytes: tinyGif(1_000, 500) }
      slow = [...(await slowFiles()), ...(await manyParts()), frames]
    },
    send: async ({ url, headers, profileId }, nth) => {
      const { fileName, declared, bytes } = slow[nth % slow.length] ?? { fileName: '', declared: '', bytes: '' }
      const form = new FormData()
      form.set('profileId', profileId)
      // A byte longer each time, since a known file is not examined again.
      const file = new Blob([new Uint8Array(Buffer.from(bytes)), '\0'.repeat(nth)], { type: declared })
      form.set('file', file, fileName)
      return call(url, 'POST', `/v1/media/upload?purpose=${purposeOf(declared)}`, headers, form)
    },
  },
  lists: {
    about: 'pages of a hundred posts of nearly a mebibyte each, ten at once',
    perSecond: 10,
    inFlight: 10,
    prepare: async (target) => {
      const thread = Array.from({ length: 9 }, () => ({ content: 'x'.repeat(100_000) }))
      for (let nth = 0; nth < 40; nth++)
        await post(target, '/v1/posts', { profileId: target.profileId, saveAsDraft: true, content: `${nth}`, thread })
    },
    send: ({ url, headers }) => call(url, 'GET', '/v1/posts?limit=100', headers),
  },
  bulk: {
    about: 'fifty drafts at a time, in nearly five mebibytes',
    perSecond: 2,
    inFlight: 4,
    send: (target) => post(target, '/v1/posts/bulk', bulkOf(target)),
  },
  passwords: {
    about: "wrong passwords for the neighbour's account, from one address",
    perSecond: 20,
    inFlight: 20,
    send: ({ url, victim }, nth) =>
      call(url, 'POST', '/v1/auth/sign-in', asJson, JSON.stringify({ email: victim, password: `a guess ${nth}` })),
  },
  files: {
    about: 'posts that name two hundred files each',
    perSecond: 10,
    inFlight: 10,
    send: (target, nth) => post(target, '/v1/posts/validate', manyFiles(target, nth)),
  },
}

const deep = `${'['.repeat(mebibyte / 2)}${']'.repeat(mebibyte / 2)}`
const manyFields = objectOf(80_000, '1')
const manyMembers = `{"metadata":${objectOf(9_000, '{}')},"settings":${objectOf(9_000, '{}')}}`
const manyItems = `{"platforms":[${'{},'.repeat(300_000)}{}]}`

function objectOf(members: number, value: string): string {
  return `{${Array.from({ length: members }, (_, nth) => `"m${nth}":${value}`).join(',')}}`
}

const pieces = ['#a ', '@a ', 'a.co ', '🇩', '👨\u200d', '日', '\u0301\u0316', '1\ufe0f', 'https://a.co/(a ']

/** Creates a post that differs from all others, so that none is recognized. */
function hostilePost({ profileId }: Target, nth: number): object {
  const partOf = (at: number) => {
    const piece = pieces[(nth + at) % pieces.length] ?? ''
    return `${nth}.${at} ${piece.repeat(Math.ceil(4_900 / piece.length)).slice(0, 4_900)}`
  }
  const thread = Array.from({ length: 100 }, (_, at) => ({ content: partOf(at) }))
  const content = nth % 2 === 0 ? `@${'a'.repeat(90_000)}@@` : partOf(100)
  return { profileId, content, thread, platforms: ['bluesky', 'mastodon'] }
}

function bulkOf({ profileId }: Target): object {
  return { posts: Array.from({ length: 50 }, () => ({ profileId, content: '#a '.repeat(33_000) })) }
}

function manyFiles({ profileId }: Target, nth: number): object {
  const media = (part: number) =>
    Array.from({ length: 33 }, (_, at) => ({ storagePath: `uploads/${nth}-${part}-${at}` }))
  return { profileId, content: 'x', media: media(0), thread: [1, 2, 3, 4, 5].map((part) => ({ media: media(part) })) }
}

function purposeOf(declared: string): string {
  if (declared.startsWith('audio/')) return 'audio'
  return declared === 'application/pdf' ? 'document' : 'media'
}

let slow: readonly Pick<HostileFile, 'fileName' | 'declared' | 'bytes'>[] = []
let picture: Buffer = Buffer.alloc(0)

function largePicture(): Promise<Buffer> {
  const create = { width: 8_000, height: 8_000, channels: 3 as const, background: '#204060' }
  return sharp({ create }).toColourspace('rgb16').png({ progressive: true }).toBuffer()
}

const post = ({ url, headers }: Target, path: string, body: object | string): Promise<number> =>
  call(url, 'POST', path, { ...headers, ...asJson }, typeof body === 'string' ? body : JSON.stringify(body))

async function call(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | FormData,
): Promise<number> {
  const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  await answer.bytes()
  return answer.status
}

/** Sends one byte per second until the server closes the connection. */
function neverEnding(url: string): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let output = ''
    const drip = setInterval(() => socket.write('x'), 1_000)
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      output += text
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(output)?.[1] ?? 0))
    })
    socket.write('POST /v1/connections/webhooks/facebook HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n')
  })
}
