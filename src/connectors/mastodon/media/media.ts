import { readAnswer } from '#connectors/api/json-api.ts'
import { formOf } from '#connectors/api/multipart.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import { type Call, MediaUnfit, type Next, type Outgoing, type Step } from '#connectors/connector.ts'
import { findMissingMedia, type MissingMedia } from '#connectors/contract/outgoing.ts'
import { ask, attachmentAnswer, pathOf } from '../api/calls.ts'
import { limitsFor } from '../api/instance.ts'
import { type Grant, type Memo, mediaOf, postsOf, type SentMedia } from '../memo.ts'
import { isConverted, postingStep } from '../plan.ts'
import { lookForPart } from '../post/publish.ts'
import { settingsOf } from '../settings.ts'

/**
 * All files are uploaded before the first part, so a refused file cannot interrupt a thread. A file is invisible until
 * a post uses it, so a second upload is harmless.
 */

/** The lifetime of unused files, well below the day after which servers purge them. */
const keptMs = 12 * 3_600_000
const uploadMs = 180_000
/** Delay between two checks of a conversion. */
const lookMs = 2_000

export const upload: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    refusePollWithMedia(post)
    const next = firstMissing(post, memo)
    if (!next) return onwardTo(post, memo)
    const sent = await send(call, post, next)
    const media = [...mediaOf(memo), sent]
    const after = { ...memo, media }
    const diesAt = mediaOf(memo).length === 0 ? { diesAt: new Date(call.now.getTime() + keptMs) } : {}
    return firstMissing(post, after)
      ? { memo: after, then: 'upload', ...diesAt }
      : { ...onwardTo(post, after), ...diesAt }
  },
}

/** Checks once whether a file is converted. */
export const wait: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const pending = mediaOf(memo).find(({ ready }) => !ready)
    if (!pending) return onwardTo(post, memo)
    const path = `/api/v1/media/${pathOf(pending.id)}`
    const answer = await ask(call.http, call.grant, { name: 'getMedia', method: 'GET', path })
    if (answer.status === 206) return { memo, then: 'wait', afterMs: lookMs }
    const media = mediaOf(memo).map((one) => (one === pending ? { ...one, ready: true } : one))
    return onwardTo(post, { ...memo, media }, 0)
  },
}

/**
 * Restarts the uploads after the server lost a file. A file may be missing because it was too old, or because a
 * published post whose response was lost uses it. So the account is searched first, and only then are the remaining
 * parts' files sent again.
 */
export const afresh: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const since = call.born
    const found = await lookForPart(call, post, memo, { since, ours: async () => true, witness: false })
    if (typeof found !== 'string') return found
    if (found === 'unsure') throw new MediaUnfit(unclear)
    return { memo: { ...memo, media: [] }, then: 'upload' }
  },
}

const unclear =
  'The server lost this post’s files, so we can’t tell if it was published. Check the account. If it’s missing, retry.'

function onwardTo(post: Outgoing, memo: Memo, afterMs = lookMs): Next<Memo> {
  const isReady = mediaOf(memo).every(({ ready }) => ready)
  if (isReady) return { memo, then: postingStep(post) }
  return { memo, then: 'wait', ...(afterMs > 0 ? { afterMs } : {}) }
}

const firstMissing = (post: Outgoing, memo: Memo): MissingMedia | null =>
  findMissingMedia(post, mediaOf(memo), postsOf(memo).length)

async function send(call: Call<Grant>, post: Outgoing, { part, index, item }: MissingMedia): Promise<SentMedia> {
  const rule = isConverted(item) ? undefined : imageRuleOf(limitsFor(post.account.facts))
  const file = await call.media(item, rule)
  const altText = item.altText?.trim() ?? ''
  const fields = altText === '' ? {} : { description: altText }
  const { contentType, contentLength, body } = formOf(file, fields, `part-${call.key(part)}-${index}`)
  const answer = await ask(call.http, call.grant, {
    name: 'uploadMedia',
    method: 'POST',
    path: '/api/v2/media',
    headers: { 'content-type': contentType, 'content-length': String(contentLength) },
    body,
    timeoutMs: uploadMs,
  })
  // A 202 response accepts the file before it is checked.
  return { part, index, id: readAnswer(answer, attachmentAnswer).id, ready: answer.status === 200 }
}

function refusePollWithMedia(post: Outgoing): void {
  if (settingsOf(post.settings).poll && (post.parts[0]?.media.length ?? 0) > 0)
    throw new MediaUnfit('Mastodon does not allow a poll and files in one post. Remove the poll or the files.')
}
