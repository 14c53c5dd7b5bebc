import { readAnswer, renamed } from '#connectors/api/json-api.ts'
import { type Call, CallFailed, type JsonObject, type Next, type Outgoing } from '#connectors/connector.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { quoteMissing } from '#connectors/verdicts/verdicts.ts'
import { ask, type StatusAnswer, statusAnswer } from '../api/calls.ts'
import { type Grant, type Memo, mediaOf, postsOf } from '../memo.ts'
import { commentingStep, postingStep, textOf } from '../plan.ts'
import { pollSecondsOf, settingsOf } from '../settings.ts'
import { findStatus, type Search } from './find.ts'
import { quotedIn } from './quoted.ts'

/** Publishes the next part under a key that is the same on every attempt. */
export async function publishPart(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Next<Memo>> {
  const part = postsOf(memo).length
  const body = bodyOf(post, memo, part)
  const status = await (body.quoted_status_id === undefined ? create(call, part, body) : createQuote(call, body))
  return shown(post, memo, part, status)
}

export async function publishComment(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<Next<Memo>> {
  const status = await create(call, post.parts.length, commentOf(post, memo))
  return { memo: { ...memo, posts: [...postsOf(memo), status.id] }, end: true }
}

async function create(call: Call<Grant>, part: number, body: JsonObject): Promise<StatusAnswer> {
  const answer = await ask(call.http, call.grant, {
    name: 'createStatus',
    method: 'POST',
    path: '/api/v1/statuses',
    headers: { 'content-type': 'application/json', 'idempotency-key': call.key(part) },
    body: JSON.stringify(body),
  })
  return readAnswer(answer, statusAnswer)
}

/** Creates the first part. Its only reference to another post is its quote. */
async function createQuote(call: Call<Grant>, body: JsonObject): Promise<StatusAnswer> {
  try {
    return await create(call, 0, body)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.status !== 404 || jsonOf(error.failure) === null) throw error
    throw renamed(error.failure, quoteMissing)
  }
}

function bodyOf(post: Outgoing, memo: Memo, part: number): JsonObject {
  const { poll, quote } = settingsOf(post.settings)
  const media = mediaIdsOf(memo, part)
  return {
    status: textOf(post, part),
    ...aroundText(post, memo, part),
    ...(media.length > 0 ? { media_ids: media } : {}),
    ...(quote !== undefined && part === 0 ? { quoted_status_id: quotedIn(quote, post.account.facts) } : {}),
    ...(poll && part === 0
      ? {
          poll: {
            options: poll.options,
            expires_in: pollSecondsOf(poll),
            multiple: poll.multiple ?? false,
            hide_totals: poll.hideTotals ?? false,
          },
        }
      : {}),
  }
}

const commentOf = (post: Outgoing, memo: Memo): JsonObject => ({
  status: post.firstComment ?? '',
  ...aroundText(post, memo, post.parts.length),
})

/** Returns the fields that all parts have, including the reply that links each to the previous one. */
function aroundText(post: Outgoing, memo: Memo, part: number): JsonObject {
  const { sensitive, spoilerText } = settingsOf(post.settings)
  const replyTo = replyToOf(post, memo, part)
  const visibility = visibilityOf(post, memo, part)
  const language = languageOf(post.language)
  return {
    ...(replyTo === null ? {} : { in_reply_to_id: replyTo }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(spoilerText === undefined ? {} : { spoiler_text: spoilerText }),
    ...(language === null ? {} : { language }),
  }
}

/**
 * Returns the post that a part replies to: the previous part, or what a reply answers. A first comment replies to the
 * first part.
 */
function replyToOf({ parts, answers }: Outgoing, memo: Memo, part: number): string | null {
  const posts = postsOf(memo)
  if (answers && part === 0) return answers.remoteId
  return (part === parts.length ? posts[0] : posts[part - 1]) ?? null
}

/**
 * Returns the visibility of a part. Later parts of a public post stay out of the timelines; those of any other post
 * have the same visibility as the post.
 */
function visibilityOf(post: Outgoing, memo: Memo, part: number): string | undefined {
  const { visibility, threadVisibility = 'unlisted' } = settingsOf(post.settings)
  // A reply to a public post has the visibility that the account prefers.
  if (memo.answered !== undefined && memo.answered !== 'public') return memo.answered
  if (part === 0) return visibility
  const first = memo.visibility ?? visibility
  return first === 'public' ? (threadVisibility === 'same' ? 'public' : 'unlisted') : first
}

/** Returns the language without a region, since Mastodon accepts no regions. */
const languageOf = (language: string | null): string | null =>
  /^([a-z]{2,3})(?:-|$)/i.exec(language ?? '')?.[1]?.toLowerCase() ?? null

const mediaIdsOf = (memo: Memo, part: number): readonly string[] =>
  mediaOf(memo)
    .filter((sent) => sent.part === part)
    .toSorted((a, b) => a.index - b.index)
    .map(({ id }) => id)

function shown(post: Outgoing, memo: Memo, part: number, status: StatusAnswer): Next<Memo> {
  const posts = [...postsOf(memo), status.id]
  const visibility = part === 0 ? status.visibility : undefined
  const sent = mediaIdsOf(memo, part).length
  const got = status.media_attachments.length
  const { profileUrl } = post.account.facts
  const url = status.url ?? (typeof profileUrl === 'string' ? `${profileUrl}/${status.id}` : null)
  const common = {
    memo: { ...memo, posts, ...(visibility === undefined ? {} : { visibility }) },
    shown: { part, remoteId: status.id, url },
    ...warningOf(sent, got, part === 0 && settingsOf(post.settings).quote !== undefined && !status.quote),
  }
  if (posts.length < post.parts.length) return { ...common, then: postingStep(post) }
  return post.firstComment === null ? { ...common, end: true } : { ...common, then: commentingStep(post) }
}

/** Some servers accept a file or a quote but show the post without it. */
function warningOf(sent: number, got: number, lacksQuote: boolean): { readonly warning?: string } {
  const warnings = [
    ...(got < sent ? [`Only ${got} of ${sent} files are showing.`] : []),
    ...(lacksQuote ? ['Published, but the server dropped the quote.'] : []),
  ]
  return warnings.length > 0 ? { warning: warnings.join(' ') } : {}
}

type Looking = Pick<Search, 'since' | 'ours' | 'witness'>

export async function lookForPart(
  call: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  looking: Looking,
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  const part = postsOf(memo).length
  const found = await findStatus(call, post.account.facts, {
    ...looking,
    text: textOf(post, part),
    spoilerText: settingsOf(post.settings).spoilerText ?? '',
    replyTo: replyToOf(post, memo, part),
    mediaIds: mediaIdsOf(memo, part),
  })
  return typeof found === 'string' ? found : shown(post, memo, part, found)
}

export async function lookForComment(
  call: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  looking: Looking,
): Promise<Next<Memo> | 'absent' | 'unsure'> {
  const found = await findStatus(call, post.account.facts, {
    ...looking,
    text: post.firstComment ?? '',
    spoilerText: settingsOf(post.settings).spoilerText ?? '',
    replyTo: replyToOf(post, memo, post.parts.length),
    mediaIds: [],
  })
  return typeof found === 'string' ? found : { memo: { ...memo, posts: [...postsOf(memo), found.id] }, end: true }
}
