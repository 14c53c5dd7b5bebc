import type { Network } from '../../../core/network.ts'
import { countRows, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { favouritesOf, reblogsOf } from '../figures/metrics.ts'
import { isReady } from '../media/media.ts'
import { cardOf, personUrl } from '../posts/present.ts'
import { piecesOf } from '../posts/text.ts'
import { displayName, domain, type Instance } from '../state/platform.ts'
import type { Status } from '../state/records.ts'

/** Returns all posts, including private ones, since the page exists for people to see their own posts. */
export function listFeed(instance: Instance, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const from = account === null ? [...instance.statuses.values()] : (instance.person(account)?.statuses ?? [])
  return newestOf(from, limit, ({ deleted }) => !deleted).map((status) => shown(instance, status))
}

function shown(instance: Instance, status: Status): FeedPost {
  const { account, poll } = status
  const text = piecesOf(status.text).map((piece) => {
    const href = piece.kind === 'link' ? piece.text : piece.kind === 'mention' ? personUrl(instance, piece) : null
    return href === null ? { text: piece.text } : { text: piece.text, href }
  })
  const card = cardOf(instance, status)
  return {
    id: status.id,
    account: account.name,
    displayName: displayName(account),
    handle: `@${account.name}@${domain}`,
    notes: [...(status.visibility === 'public' ? [] : [status.visibility]), ...(status.editedAt ? ['edited'] : [])],
    at: status.createdAt,
    text,
    ...(status.spoiler === '' ? {} : { warning: status.spoiler }),
    media: status.media.map((one) => ({
      kind: one.kind === 'gifv' ? (one.mime === 'image/gif' ? 'image' : 'video') : one.kind,
      url: isReady(instance, one) ? one.url : null,
      alt: one.description ?? '',
    })),
    ...(card ? { card: { url: card.url, title: card.title, description: card.description, image: null } } : {}),
    ...(poll
      ? { poll: { options: poll.options, ends: `until ${poll.expiresAt.toISOString().slice(0, 16)} UTC` } }
      : {}),
    ...(status.quotes ? { quote: status.quotes.text, quoteOf: displayName(status.quotes.account) } : {}),
    replyTo: status.replyTo?.id ?? null,
    counts: countRows({
      replies: status.replies.filter((reply) => !reply.deleted).length,
      boosts: reblogsOf(instance, status),
      favourites: favouritesOf(instance, status),
    }),
  }
}
