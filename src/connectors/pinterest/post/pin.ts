import { z } from 'zod'
import { fetchedFromHere } from '#connectors/api/fetched-from-here.ts'
import { readAnswer, renamed, requireAddress, sendJson } from '#connectors/api/json-api.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import {
  type Answer,
  type Call,
  CallFailed,
  type Http,
  type MediaRule,
  MediaUnfit,
  type Next,
  type Outgoing,
  type OutgoingMedia,
  type Sendable,
  type Step,
} from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { pinterest } from '#rules/networks/pinterest.ts'
import { headersFor, id } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, videoOf } from '../memo.ts'
import { coverSecondOf, partOf, videoIn, wordsOf } from '../plan.ts'
import { findPin } from './find.ts'

/**
 * Pinterest does not accept an idempotency key and does not recognize duplicates, so a pin is sent again only after a
 * search for it.
 */
const path = '/pins'
const made = z.object({ id })

const common = { repeat: 'once', settleMs: 120_000 } as const

const shown = ({ http }: Call<Grant>, memo: Memo, remoteId: string): Next<Memo> => ({
  memo,
  shown: { part: 0, remoteId, url: pinUrl(http, remoteId) },
  end: true,
})

export const pinUrl = ({ addresses }: Pick<Http, 'addresses'>, remoteId: string): string =>
  `${requireAddress(addresses, 'auth')}/pin/${remoteId}/`

export const pin: Step<Grant, Memo> = {
  ...common,
  async run(call, post, memo) {
    const { media } = partOf(post)
    const shown = memo.single ? media.slice(0, 1) : media
    const rule = imageRuleOf(pinterest, shown.length)
    const files = await Promise.all(shown.map((item) => call.media(item, rule)))
    const { length, stream } = pinJson(wordsOf(post), await sourcesOf(call, shown, files, rule))
    try {
      const answer = await call.http.send({
        name: 'createPin',
        method: 'POST',
        url: `${requireAddress(call.http.addresses, 'api')}${path}`,
        headers: {
          ...headersFor(call.grant.accessToken),
          'content-type': 'application/json',
          'content-length': String(length),
        },
        body: stream,
      })
      return out(call, memo, answer)
    } catch (error) {
      if (files.length > 1 && isNoCarousel(error)) throw renamed(error.failure, noCarousel)
      throw error
    }
  },
  find,
}

/**
 * The maximum number of image bytes in one call: base64 makes them a third larger, and the call must finish within 20
 * s.
 */
const inlineMaxBytes = 4_000_000

/**
 * Returns the images, or their URLs if they are too large for the call. If Pinterest cannot reach this service, the
 * call contains smaller copies.
 */
async function sourcesOf(
  call: Call<Grant>,
  shown: readonly OutgoingMedia[],
  files: readonly Sendable[],
  rule: MediaRule,
): Promise<readonly (Sendable | string)[]> {
  if (files.reduce((sum, { size }) => sum + size, 0) <= inlineMaxBytes) return files
  const there = { name: pinterest.name, api: requireAddress(call.http.addresses, 'api') }
  try {
    return await Promise.all(shown.map(async (item) => fetchedFromHere(await call.link(item, rule), there)))
  } catch (error) {
    if (!(error instanceof MediaUnfit)) throw error
    const smaller = { ...rule, maxBytes: Math.floor(inlineMaxBytes / shown.length) }
    return await Promise.all(shown.map((item) => call.media(item, smaller)))
  }
}

/** A failure code of this connector: Pinterest has none for this case. */
export const noCarousel = 'no_carousel'

/** Reduces the pin to its first image. The separate step shows that Pinterest did not accept the refused pin. */
export const pinFirst: Step<Grant, Memo> = {
  repeat: 'safe',
  run: async (_call, _post, memo) => ({ memo: { ...memo, single: true }, then: 'pin', warning: onlyFirst }),
}

export const pinVideo: Step<Grant, Memo> = {
  ...common,
  async run(call, post, memo) {
    if (videoIn(post) === null) throw new Error('the post has no video')
    const media_source = {
      source_type: 'video_id',
      media_id: videoOf(memo),
      cover_image_key_frame_time: coverSecondOf(post),
    }
    const json = { ...wordsOf(post), media_source }
    const { accessToken: token } = call.grant
    return out(call, memo, await sendJson(call.http, { name: 'createPin', method: 'POST', path, token, json }))
  },
  find,
}

const out = (call: Call<Grant>, memo: Memo, answer: Answer): Next<Memo> =>
  shown(call, memo, readAnswer(answer, made).id)

async function find(
  call: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  doubt: Parameters<typeof findPin>[2],
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  const found = await findPin(call, wordsOf(post), doubt)
  return found === 'absent' || found === 'unsure' ? found : shown(call, memo, found)
}

const onlyFirst = 'Pinterest no longer allows several images in one pin. Only the first was published.'

/**
 * Recognizes that Pinterest refuses carousels, which a note of September 2026 says were withdrawn. The error is
 * undocumented.
 */
function isNoCarousel(error: unknown): error is CallFailed {
  if (!(error instanceof CallFailed) || error.failure.sent !== 'answered' || error.failure.status !== 400) return false
  const message = jsonOf(error.failure)?.message
  return typeof message === 'string' && /multiple_image|source_type|carousels? (?:is|are|can)/i.test(message)
}

/** A JSON body that contains files as base64, encoded while it is sent, so no image is held in memory completely. */
interface LongJson {
  readonly length: number
  readonly stream: AsyncIterable<Uint8Array>
}

/** A multiple of three bytes, which base64 encodes without padding. */
const pieceBytes = 3 * 256 * 1024

function longJson(pieces: readonly (string | Sendable)[]): LongJson {
  async function* stream() {
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        yield Buffer.from(piece)
        continue
      }
      for (let from = 0; from < piece.size; from += pieceBytes) {
        const bytes = await piece.read(from, Math.min(from + pieceBytes, piece.size))
        yield Buffer.from(bytes.toString('base64'))
      }
    }
  }
  const lengthOf = (piece: string | Sendable) =>
    typeof piece === 'string' ? Buffer.byteLength(piece) : Math.ceil(piece.size / 3) * 4
  return { length: pieces.reduce((sum, piece) => sum + lengthOf(piece), 0), stream: stream() }
}

/** Builds a pin with its images: first `words`, then the media, which are either all files or all URLs. */
function pinJson(words: object, pictures: readonly (Sendable | string)[]): LongJson {
  const links = pictures.filter((picture) => typeof picture === 'string')
  if (links.length > 0) return longJson([JSON.stringify({ ...words, media_source: sourceOf(links) })])
  const files = pictures.filter((picture) => typeof picture !== 'string')
  const head = JSON.stringify(words).slice(0, -1)
  const parts = files.flatMap((file, at) => [
    `${at === 0 ? '' : ','}{${at === 0 && files.length === 1 ? '"source_type":"image_base64",' : ''}"content_type":${JSON.stringify(file.contentType)},"data":"`,
    file,
    '"}',
  ])
  if (files.length === 1) return longJson([`${head},"media_source":`, ...parts, '}'])
  return longJson([
    `${head},"media_source":{"source_type":"multiple_image_base64","items":[`,
    ...parts,
    '],"index":0}}',
  ])
}

const sourceOf = (links: readonly string[]): object =>
  links.length === 1
    ? { source_type: 'image_url', url: links[0] }
    : { source_type: 'multiple_image_urls', items: links.map((url) => ({ url })), index: 0 }
