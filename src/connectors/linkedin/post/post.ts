import { renamed } from '#connectors/api/json-api.ts'
import { type Call, CallFailed, type Json, type Next, type Outgoing, type Step } from '#connectors/connector.ts'
import { ask, linkTo, madeBy } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { imagesOf, type Memo } from '../memo.ts'
import { type CardRequest, filesOf, findCardRequest, textOf } from '../plan.ts'
import { pollMinutesOf, settingsOf } from '../settings.ts'
import { duplicateMissing, repeatOf } from '../verdicts/parse-error.ts'
import { findPost, isThere } from './find.ts'
import { littleOf } from './little-text.ts'
import { reshared } from './reshared.ts'

/**
 * LinkedIn does not accept an idempotency key, but it recognizes recent content: it refuses a duplicate for about ten
 * minutes and names the existing post. So a post with an unknown outcome is sent again for half of that time. After
 * that, an organization's post is searched for. A member's post stays unknown until the user resolves it, because
 * LinkedIn does not list a member's posts.
 */
export const createPost: Step<Grant, Memo> = {
  repeat: { forMs: 5 * 60_000 },
  settleMs: 10_000,
  async run(call, post, memo) {
    return shown(call, post, memo, await create(call, post, memo))
  },
  async find(call, post, memo, doubt) {
    const named = doubt.failure && repeatOf(doubt.failure)
    if (named && (await doubt.ours(named)) && (await isThere(call, post, named))) return shown(call, post, memo, named)
    const search = { since: doubt.first, ours: (remoteId: string) => doubt.ours(remoteId) }
    const found = await findPost(call, post, memo, search)
    return found === 'absent' || found === 'unsure' ? found : shown(call, post, memo, found)
  },
}

/**
 * Sends the post. On the first attempt, a duplicate is a different post, so the result is a refusal. The memo records
 * an attempt before it is made. On a later attempt, the named post is read before it is assumed to be ours.
 */
async function create(call: Call<Grant>, post: Outgoing, memo: Memo): Promise<string> {
  const isFirst = memo.tried !== true
  if (isFirst) await call.keep({ ...memo, tried: true })
  try {
    return madeBy(
      await ask(call.http, {
        name: 'createPost',
        method: 'POST',
        path: '/rest/posts',
        token: call.grant.accessToken,
        json: bodyOf(post, memo),
      }),
    )
  } catch (error) {
    if (isFirst || !(error instanceof CallFailed)) throw error
    const named = repeatOf(error.failure)
    if (named === null) throw error
    if (await isThere(call, post, named)) return named
    throw renamed(error.failure, duplicateMissing)
  }
}

const visibilities = { public: 'PUBLIC', connections: 'CONNECTIONS', signedIn: 'LOGGED_IN' } as const

export function bodyOf(post: Outgoing, memo: Memo): Readonly<Record<string, Json>> {
  const { visibility = 'public', noReshares = false, reshare } = settingsOf(post.settings)
  const parent = reshare === undefined ? null : reshared(reshare)
  const content = parent === null ? contentOf(post, memo) : null
  return {
    author: post.account.remoteId,
    commentary: littleOf(textOf(post)),
    visibility: visibilities[visibility],
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: noReshares,
    ...(content === null ? {} : { content }),
    ...(parent === null ? {} : { reshareContext: { parent } }),
  }
}

const durations = new Map([
  [1_440, 'ONE_DAY'],
  [4_320, 'THREE_DAYS'],
  [10_080, 'SEVEN_DAYS'],
  [20_160, 'FOURTEEN_DAYS'],
])

function contentOf(post: Outgoing, memo: Memo): Readonly<Record<string, Json>> | null {
  if (memo.video) return { media: { id: memo.video.urn } }
  if (memo.document) return { media: { id: memo.document, title: post.title?.trim() ?? '' } }
  const { card, thumbnail } = memo
  if (post.format === 'article') return articleOf(post, imagesOf(memo)[0] ?? thumbnail, card)
  const files = filesOf(post)
  const images = imagesOf(memo).map((id, at) => {
    const altText = files[at]?.altText?.trim() ?? ''
    return { id, ...(altText === '' ? {} : { altText }) }
  })
  const [first, ...others] = images
  if (first) return others.length === 0 ? { media: first } : { multiImage: { images } }
  const { poll } = settingsOf(post.settings)
  if (poll) {
    const options = poll.options.map((text) => ({ text }))
    return {
      poll: {
        question: poll.question,
        options,
        settings: { duration: durations.get(pollMinutesOf(poll)) ?? 'ONE_DAY' },
      },
    }
  }
  return articleOf(post, thumbnail, card)
}

function articleOf(post: Outgoing, thumbnail?: string, card: CardRequest | null = findCardRequest(post)) {
  if (card === null || card.title === null) return null
  const { source, title, description } = card
  return {
    article: {
      source,
      title,
      ...(description === null ? {} : { description }),
      ...(thumbnail === undefined ? {} : { thumbnail }),
    },
  }
}

/** Builds the result for a published post, which the comment follows. */
function shown({ http }: Call<Grant>, post: Outgoing, { tried: _tried, ...memo }: Memo, remoteId: string): Next<Memo> {
  const published = { memo: { ...memo, post: remoteId }, shown: { part: 0, remoteId, url: linkTo(http, remoteId) } }
  return post.firstComment === null ? { ...published, end: true } : { ...published, then: 'comment' }
}
