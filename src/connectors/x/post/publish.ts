import { z } from 'zod'
import { readAnswer, renamed, sendJson } from '#connectors/api/json-api.ts'
import { type Call, CallFailed, type Doubt, type Json, type Next, type Outgoing } from '#connectors/connector.ts'
import { dayMinutes } from '#connectors/polls.ts'
import { answeredMissing } from '#connectors/verdicts/verdicts.ts'
import { id, urlOf } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { type Memo, mediaOf, postsOf, type SentMedia } from '../memo.ts'
import { textOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'
import { isDuplicate, isTargetHidden } from '../verdicts/parse-error.ts'
import { findPost, type Search } from './find.ts'

/**
 * Delay between two parts. Without it, X sometimes refuses the second part because it cannot find the first yet.
 */
const gapMs = 5_000
/** Period in which a missing part is assumed to appear soon. */
const youngMs = 5 * 60_000

const madeAnswer = z.object({ data: z.object({ id }) })

export async function publishPart(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Next<Memo>> {
  const part = postsOf(memo).length
  try {
    return shown(call, post, memo, await create(call, memo, part, bodyOf(post, memo, part)))
  } catch (error) {
    const isGone = post.answers && error instanceof CallFailed && isTargetHidden(error.failure)
    throw isGone ? renamed(error.failure, answeredMissing) : error
  }
}

export async function publishComment(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Next<Memo>> {
  return commented(memo, await create(call, memo, post.parts.length, bodyOf(post, memo, post.parts.length)))
}

/**
 * Sends a part. X refuses a text that the account posted recently. On the first attempt, the duplicate is a different
 * post, so the result is a refusal. On a later attempt it may be our own and has to be searched for. So the memo
 * records an attempt before it is made.
 */
async function create(call: Call<Grant>, memo: Memo, part: number, json: object): Promise<string> {
  const isFirst = memo.tried !== part
  if (isFirst) await call.keep({ ...memo, tried: part })
  try {
    const request = {
      name: 'createPost',
      method: 'POST',
      path: '/2/tweets',
      token: call.grant.accessToken,
      json,
    } as const
    return readAnswer(await sendJson(call.http, request), madeAnswer).data.id
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const code = isDuplicate(error.failure)
      ? isFirst
        ? null
        : 'tried_before'
      : isYoung(memo, call.now)
        ? 'young'
        : null
    throw code === null ? error : renamed(error.failure, code)
  }
}

/** True while X may still report that the previous part is not visible. */
const isYoung = ({ shownAt }: Memo, now: Date): boolean =>
  shownAt !== undefined && now.getTime() - Date.parse(shownAt) < youngMs

function bodyOf(post: Outgoing, memo: Memo, part: number): Readonly<Record<string, Json>> {
  const { replySettings, madeWithAi, paidPartnership, poll } = settingsOf(post.settings)
  const text = textAt(post, part)
  const media = filesOf(memo, part).map((file) => file.id)
  const replyTo = replyToOf(post, memo, part)
  const isRoot = part === 0
  return {
    ...(text.trim() === '' && media.length > 0 ? {} : { text }),
    ...(media.length > 0 ? { media: { media_ids: media } } : {}),
    ...(replyTo === null ? {} : { reply: { in_reply_to_tweet_id: replyTo } }),
    ...(isRoot && poll
      ? { poll: { options: poll.options, duration_minutes: poll.durationMinutes ?? dayMinutes } }
      : {}),
    // Reply settings apply to the whole conversation and are set on its first post.
    ...(isRoot && replySettings ? { reply_settings: replySettings } : {}),
    ...(madeWithAi === undefined ? {} : { made_with_ai: madeWithAi }),
    ...(paidPartnership === undefined ? {} : { paid_partnership: paidPartnership }),
  }
}

const textAt = (post: Outgoing, part: number): string =>
  part === post.parts.length ? (post.firstComment ?? '') : textOf(post, part)

/** Returns the post that a part replies to: the previous part, or what a reply of the inbox answers. A first comment replies to the first part. */
function replyToOf({ parts, answers }: Outgoing, memo: Memo, part: number): string | null {
  const posts = postsOf(memo)
  if (part === 0 && answers) return answers.remoteId
  return (part === parts.length ? posts[0] : posts[part - 1]) ?? null
}

const filesOf = (memo: Memo, part: number): readonly SentMedia[] =>
  mediaOf(memo)
    .filter((file) => file.part === part)
    .toSorted((a, b) => a.index - b.index)

function shown({ http, now }: Call<Grant>, post: Outgoing, { tried: _, ...memo }: Memo, remoteId: string): Next<Memo> {
  const part = postsOf(memo).length
  const posts = [...postsOf(memo), remoteId]
  const url = urlOf(http, post.account.handle, remoteId)
  const common = { memo: { ...memo, posts, shownAt: now.toISOString() }, shown: { part, remoteId, url } }
  if (posts.length < post.parts.length) return { ...common, then: 'post', afterMs: gapMs }
  return post.firstComment === null ? { ...common, end: true } : { ...common, then: 'comment', afterMs: gapMs }
}

const commented = ({ tried: _tried, ...memo }: Memo, remoteId: string): Next<Memo> => ({
  memo: { ...memo, posts: [...postsOf(memo), remoteId] },
  end: true,
})

type Looking = Pick<Search, 'since' | 'ours'>

/**
 * Returns the search for a post with an unknown outcome. After X has reported a duplicate, a search without a result
 * does not prove that the post is absent.
 */
export const lookingOf = (doubt: Doubt): Looking & { readonly isThere: boolean } => ({
  since: doubt.first,
  ours: (remoteId) => doubt.ours(remoteId),
  isThere: doubt.failure !== null && isDuplicate(doubt.failure),
})

export async function lookForPart(call: Call<Grant>, post: Outgoing, memo: Memo, looking: Looking) {
  const found = await findPost(call, post.account.remoteId, searchFor(post, memo, postsOf(memo).length, looking))
  return found === 'absent' || found === 'unsure' ? found : shown(call, post, memo, found)
}

export async function lookForComment(call: Call<Grant>, post: Outgoing, memo: Memo, looking: Looking) {
  const found = await findPost(call, post.account.remoteId, searchFor(post, memo, post.parts.length, looking))
  return found === 'absent' || found === 'unsure' ? found : commented(memo, found)
}

function searchFor(post: Outgoing, memo: Memo, part: number, looking: Looking): Search {
  return {
    ...looking,
    text: textAt(post, part),
    replyTo: replyToOf(post, memo, part),
    isAnswer: post.answers !== undefined,
    files: filesOf(memo, part),
  }
}
