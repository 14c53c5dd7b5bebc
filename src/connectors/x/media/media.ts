import { z } from 'zod'
import { answerFailure, readAnswer, requireAddress, sendJson } from '#connectors/api/json-api.ts'
import { formOf } from '#connectors/api/multipart.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import {
  type Call,
  type MediaRule,
  MediaUnfit,
  type Next,
  type Outgoing,
  type OutgoingMedia,
  type Sendable,
  type Step,
} from '#connectors/connector.ts'
import { findMissingMedia, type MissingMedia } from '#connectors/contract/outgoing.ts'
import { x } from '#rules/networks/x.ts'
import { id, pathOf } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, mediaOf, type OpenMedia, postsOf } from '../memo.ts'
import { altTextOf, segmentSizeOf } from '../plan.ts'
import { lookForPart } from '../post/publish.ts'
import { settingsOf } from '../settings.ts'

/**
 * All files are uploaded before the first part, so a refused file cannot interrupt a thread. Each file in turn is
 * initialized, sent in segments, finalized, processed and described. A file is invisible until a post uses it, so any
 * repeat is harmless.
 */

/** The lifetime of a file. X keeps one for a day, and a request in flight at its end must not arrive too late. */
const keptMs = 23 * 3_600_000
/** Delay before the next check if X does not state one. */
const lookMs = 2_000
const looksMaxMs = 60_000
/** Maximum processing time, which a video of several minutes may need. */
const patienceMs = 30 * 60_000

const stillRule: MediaRule = {
  ...imageRuleOf(x),
  formats: x.image.types.filter((type) => type !== 'image/gif'),
}
const movingRule: MediaRule = { formats: ['image/gif'], ...x.animation }

const segmentMs = 90_000

export const upload: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: segmentMs,
  async run(call, post, memo) {
    refusePollWithMedia(post)
    const next = firstMissing(post, memo)
    if (!next) return { memo, then: 'post' }
    const { part, index, item } = next
    const file = await fileFor(call, item)
    const answer = await askMedia(call, 'initializeUpload', '/initialize', {
      media_type: file.contentType,
      total_bytes: file.size,
      media_category: categoryOf(item),
    })
    const { data } = readAnswer(answer, opened)
    const open: OpenMedia = { part, index, id: data.id, key: data.media_key ?? null, segments: 0 }
    const dies = mediaOf(memo).length === 0 ? { diesAt: new Date(call.now.getTime() + keptMs) } : {}
    return { memo: { ...memo, open }, then: 'append', ...dies }
  },
}

export const append: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: segmentMs,
  async run(call, post, memo) {
    const { open, item } = openIn(post, memo)
    const file = await fileFor(call, item)
    const step = segmentSizeOf(file.size)
    const from = open.segments * step
    const bytes = await file.read(from, Math.min(from + step, file.size))
    await sendSegment(call, open, file, bytes)
    const segments = open.segments + 1
    const isLast = segments * step >= file.size
    return { memo: { ...memo, open: { ...open, segments } }, then: isLast ? 'finalize' : 'append' }
  },
}

export const finalize: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const { open } = openIn(post, memo)
    const answer = await askMedia(call, 'finalizeUpload', `/${pathOf(open.id)}/finalize`)
    return afterLook(post, memo, processingOf(answer))
  },
}

/** Checks once whether X has processed a file. */
export const wait: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs,
  async run(call, post, memo) {
    const { open } = openIn(post, memo)
    const path = `/2/media/upload?${new URLSearchParams({ command: 'STATUS', media_id: open.id })}`
    const { accessToken: token } = call.grant
    const answer = await sendJson(call.http, { name: 'getUploadStatus', method: 'GET', path, token })
    return afterLook(post, memo, processingOf(answer))
  },
}

export const describe: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const { open, item } = openIn(post, memo)
    await sendJson(call.http, {
      name: 'createMediaMetadata',
      method: 'POST',
      path: '/2/media/metadata',
      token: call.grant.accessToken,
      json: { id: open.id, metadata: { alt_text: { text: altTextOf(item) } } },
    })
    return sent(post, memo)
  },
}

/** Restarts the upload of a file that X no longer knows. */
export const resend: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, _post, { open: _open, ...memo }) {
    return { memo, then: 'upload' }
  },
}

/**
 * Restarts the uploads after X refused the files of a part. X may have dropped them because they were too old, or
 * because a published post whose response was lost uses them. So the account is searched first.
 */
export const afresh: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const found = await lookForPart(call, post, memo, { since: call.born, ours: async () => true })
    if (typeof found !== 'string') return found
    if (found === 'unsure') throw new MediaUnfit(unclear)
    const { open: _open, ...rest } = memo
    return { memo: { ...rest, media: [] }, then: 'upload' }
  },
}

const unclear =
  'X lost this post’s files, so we can’t tell if it was published. Check the account. If it’s missing, retry.'

const opened = z.object({ data: z.object({ id, media_key: z.string().max(100).nullish() }) })

const looked = z.object({
  data: z.object({
    processing_info: z
      .object({
        state: z.enum(['pending', 'in_progress', 'succeeded', 'failed']),
        check_after_secs: z.number().min(0).nullish(),
      })
      .nullish(),
  }),
})
type Processing = z.output<typeof looked>['data']['processing_info']

/** Returns the processing state, or none if there is nothing to wait for. */
function processingOf(answer: Awaited<ReturnType<typeof sendJson>>): Processing {
  const { processing_info: processing } = readAnswer(answer, looked).data
  if (processing?.state === 'failed') throw answerFailure(answer, 'processing_failed')
  return processing
}

function afterLook(post: Outgoing, memo: Memo, processing: Processing): Next<Memo> {
  if (!processing || processing.state === 'succeeded') {
    const { item } = openIn(post, memo)
    return altTextOf(item) === '' ? sent(post, memo) : { memo, then: 'describe' }
  }
  const requestedMs = (processing.check_after_secs ?? 0) * 1_000
  return { memo, then: 'wait', afterMs: requestedMs > 0 ? Math.min(requestedMs, looksMaxMs) : lookMs }
}

function sent(post: Outgoing, { open, ...memo }: Memo): Next<Memo> {
  if (!open) throw new Error('no file is being sent')
  const { segments: _segments, ...file } = open
  const after: Memo = { ...memo, media: [...mediaOf(memo), file] }
  return { memo: after, then: firstMissing(post, after) ? 'upload' : 'post' }
}

const firstMissing = (post: Outgoing, memo: Memo): MissingMedia | null =>
  findMissingMedia(post, mediaOf(memo), postsOf(memo).length)

function openIn({ parts }: Outgoing, { open }: Memo): { readonly open: OpenMedia; readonly item: OutgoingMedia } {
  const item = open && parts[open.part]?.media[open.index]
  if (!open || !item) throw new Error('no file is being sent')
  return { open, item }
}

const fileFor = (call: Call<Grant>, item: OutgoingMedia): Promise<Sendable> => {
  if (item.kind === 'video') return call.media(item)
  return call.media(item, item.animated ? movingRule : stillRule)
}

/** Returns the category of a file. X refuses the category for longer videos for free accounts, as it does the video. */
function categoryOf({ kind, animated, durationMs }: OutgoingMedia): string {
  if (kind === 'video') return (durationMs ?? 0) > (x.video.maxDurationMs ?? 0) ? 'amplify_video' : 'tweet_video'
  return animated ? 'tweet_gif' : 'tweet_image'
}

const askMedia = ({ http, grant }: Call<Grant>, name: string, path: string, json?: object) =>
  sendJson(http, {
    name,
    method: 'POST',
    path: `/2/media/upload${path}`,
    token: grant.accessToken,
    ...(json ? { json } : {}),
  })

/** Refuses a poll together with files, which X does not support. */
function refusePollWithMedia(post: Outgoing): void {
  if (settingsOf(post.settings).poll && (post.parts[0]?.media.length ?? 0) > 0)
    throw new MediaUnfit('X does not allow a poll and files in one post. Remove the poll or the files.')
}

/** Sends the next segment of a file, as a form. A repeated segment replaces the earlier one. */
async function sendSegment(call: Call<Grant>, open: OpenMedia, file: Sendable, bytes: Buffer): Promise<void> {
  const { http, grant } = call
  const segment = {
    contentType: file.contentType,
    size: bytes.length,
    async *stream() {
      yield bytes
    },
  }
  const boundary = `part-${call.key(open.part)}-${open.index}-${open.segments}`
  const { contentType, contentLength, body } = formOf(
    segment,
    { segment_index: String(open.segments) },
    boundary,
    'media',
  )
  await http.send({
    name: 'appendUpload',
    method: 'POST',
    url: `${requireAddress(http.addresses, 'api')}/2/media/upload/${pathOf(open.id)}/append`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${grant.accessToken}`,
      'content-type': contentType,
      'content-length': String(contentLength),
    },
    body,
    timeoutMs: segmentMs,
  })
}
