import { z } from 'zod'
import { answerFailure } from '#connectors/api/json-api.ts'
import type { Call, Named, Next, Outgoing, ReadCall, Step } from '#connectors/connector.ts'
import { ask, id, linkTo } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, publishIdOf } from '../memo.ts'
import { isInbox, videoOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'

/** TikTok returns the ID of a post before the post is visible, and that ID is used to request its state. */

const lookMs = 3_000
const patienceMs = 60 * 60_000
/** Maximum wait for the public ID, which TikTok returns after moderation, within minutes or hours. */
const numberMs = 30 * 60_000
const oftenMs = 120_000
const seldomMs = 60_000

const shape = z.object({
  status: z.string(),
  fail_reason: z.string().max(200).nullish(),
  // TikTok's spelling; the correct one is accepted as well.
  publicaly_available_post_id: z.array(id).nullish().catch(null),
  publicly_available_post_id: z.array(id).nullish().catch(null),
  uploaded_bytes: z.coerce.number().int().min(0).nullish().catch(null),
})

interface State {
  readonly is: 'uploading' | 'working' | 'draft' | 'out'
  /** The number of bytes received so far during an upload. Null if TikTok does not say. */
  readonly bytes: number | null
  readonly postId: string | null
}

const words: Readonly<Record<string, State['is']>> = {
  PROCESSING_UPLOAD: 'uploading',
  SEND_TO_USER_INBOX: 'draft',
  PUBLISH_COMPLETE: 'out',
}

/** Reads the state of a post. If it failed, throws with the reason. */
export async function statusOf(call: Pick<ReadCall<Grant>, 'http' | 'grant'>, memo: Memo): Promise<State> {
  const path = '/v2/post/publish/status/fetch/'
  const { data, answer } = await ask(call, 'getPublishStatus', path, { publish_id: publishIdOf(memo) }, shape)
  if (data.status === 'FAILED') throw answerFailure(answer, `failed:${data.fail_reason ?? 'unknown'}`)
  const [postId] = data.publicaly_available_post_id ?? data.publicly_available_post_id ?? []
  return { is: words[data.status] ?? 'working', bytes: data.uploaded_bytes ?? null, postId: postId ?? null }
}

export const awaitOut: Step<Grant, Memo> = {
  repeat: 'safe',
  patienceMs,
  async run(call, post, memo) {
    const state = await statusOf(call, memo)
    if (state.is === 'draft') return drafted(call, post, memo)
    if (state.is !== 'out') return { memo, then: 'await', afterMs: lookMs }
    if (state.postId !== null) return { ...shown(call, post, memo, state.postId), end: true }
    // A post that is not public never gets an ID.
    if (settingsOf(post.settings).privacyLevel !== 'PUBLIC_TO_EVERYONE')
      return { ...shown(call, post, memo, null), end: true }
    const since = { ...memo, outAt: call.now.toISOString() }
    return { ...shown(call, post, since, null), then: 'number', afterMs: lookMs }
  },
}

/** Requests the public ID of a published post, which its URL and metrics need. */
export const numbered: Step<Grant, Memo> = {
  repeat: 'safe',
  optional: true,
  patienceMs: 2 * numberMs,
  async run(call, post, memo) {
    const { postId } = await statusOf(call, memo)
    if (postId !== null) return { ...shown(call, post, memo, postId), end: true }
    const sinceMs = call.now.getTime() - Date.parse(memo.outAt ?? '')
    if (!(sinceMs < numberMs)) return { memo, end: true, warning: noNumber }
    return { memo, then: 'number', afterMs: sinceMs < oftenMs ? lookMs : seldomMs }
  },
}

const noNumber =
  'Published, but TikTok hasn’t returned the post’s ID yet. The link and metrics will appear when it does.'

/**
 * Returns the public ID, hours later or when TikTok reports that the post is visible. A post that is not public never
 * gets one.
 */
export async function named(call: ReadCall<Grant>, post: Outgoing, handle: string): Promise<Named | null> {
  if (!isInbox(post) && settingsOf(post.settings).privacyLevel !== 'PUBLIC_TO_EVERYONE') return null
  const { postId: remoteId } = await statusOf(call, { publishId: handle })
  return remoteId === null ? null : { remoteId, url: addressOf(call, post, remoteId) }
}

const drafted = ({ http }: Call<Grant>, { account }: Outgoing, memo: Memo): Next<Memo> => ({
  memo,
  shown: { part: 0, remoteId: null, url: linkTo(http, account.facts.username) },
  warning: 'Saved as a draft in the TikTok app. No one sees it until the account owner finishes it there.',
  end: true,
})

/** Marks the post as published. Until its public ID is known, the account's URL serves as its URL. */
export function shown(
  { http }: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  postId: string | null,
): Pick<Next<Memo>, 'memo' | 'shown'> {
  return { memo, shown: { part: 0, remoteId: postId, url: addressOf({ http }, post, postId) } }
}

export function addressOf(
  { http }: Pick<ReadCall<Grant>, 'http'>,
  post: Outgoing,
  postId: string | null,
): string | null {
  const kind = videoOf(post) ? 'video' : 'photo'
  return linkTo(http, post.account.facts.username, postId === null ? undefined : { kind, id: postId })
}
