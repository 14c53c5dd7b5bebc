import { z } from 'zod'
import type { Call, Next, Outgoing, Step } from '#connectors/connector.ts'
import { type Params, read } from '#connectors/meta/graph-call.ts'
import { ask, linkTo, permalink, postId } from '../api.ts'
import { type Grant, pageTokenOf } from '../auth/grant.ts'
import { type Memo, photosOf } from '../memo.ts'
import { cardOf, textOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'
import { findPost } from './find.ts'

/** Publishes a text, a link with its card, or uploaded images: the only visible call. */
export const createPost: Step<Grant, Memo> = {
  repeat: 'once',
  // The delay of the list of posts is unknown.
  settleMs: 60_000,
  async run(call, post, memo) {
    const answer = await ask(call.http, {
      name: 'createPost',
      method: 'POST',
      path: `/${post.account.remoteId}/feed`,
      params: { ...contentOf(post, memo), fields: 'id,permalink_url' },
      token: pageTokenOf(call.grant, post),
    })
    const { id, permalink_url: url } = read(answer, created)
    return shown(call, post, memo, { id, url })
  },
  async find(call, post, memo, doubt) {
    const found = await findPost(call, post, {
      text: textOf(post),
      photos: photosOf(memo),
      hasCards: settingsOf(post.settings).cards !== undefined,
      since: doubt.first,
      ours: (id) => doubt.ours(id),
    })
    return typeof found === 'string' ? found : shown(call, post, memo, { id: found.id, url: found.permalink_url })
  },
}

const created = z.object({ id: postId, permalink_url: permalink })

function contentOf(post: Outgoing, memo: Memo): Params {
  const text = textOf(post)
  const card = cardOf(post)
  const photos = photosOf(memo).map((id, at) => [`attached_media[${at}]`, JSON.stringify({ media_fbid: id })])
  return {
    ...(text.trim() === '' ? {} : { message: text }),
    ...(card === null ? {} : { link: card }),
    ...cardsOf(post),
    ...Object.fromEntries(photos),
  }
}

/** Facebook changes the order of cards only if allowed to. */
function cardsOf({ settings }: Outgoing): Params {
  const { cards } = settingsOf(settings)
  if (!cards) return {}
  return {
    child_attachments: JSON.stringify(cards.map((link) => ({ link }))),
    multi_share_optimized: 'false',
  }
}

/** Builds the result for a published post, which the comment follows. */
export function shown(
  { http }: Call<Grant>,
  post: Outgoing,
  memo: Memo,
  { id, url }: { readonly id: string; readonly url: string | null },
): Next<Memo> {
  const published = {
    memo: { ...memo, post: id },
    shown: { part: 0, remoteId: id, url: linkTo(http, url ?? `/${id}`) },
    handle: id,
  }
  return post.firstComment === null ? { ...published, end: true } : { ...published, then: 'comment' }
}
