import type { FeedPost, Network } from '../../../core/network.ts'
import { countRows, newestOf } from '../../../core/pages/feed.ts'
import { favouritesOf, reblogsOf } from '../figures/metrics.ts'
import { isReady } from '../media/media.ts'
import { cardOf, personUrl } from '../posts/present.ts'
import { piecesOf } from '../posts/text.ts'
import { displayName, domain, type Instance } from '../state/platform.ts'
import type { Status } from '../state/records.ts'

export const css = `
body:has(main.mastodon) { background: light-dark(#eff3f5, #13151a) }
main.mastodon article { background: light-dark(#fff, #1f232b); border: 0; border-bottom: 1px solid light-dark(#c0cdd9, #393f4f); border-radius: 0; margin: 0 }
main.mastodon article .face { border-radius: .5rem }
main.mastodon article header span, main.mastodon article footer { color: light-dark(#4a5c70, #9baec8) }
main.mastodon a { color: light-dark(#4b46d1, #9c9dff) }
main.mastodon .card, main.mastodon blockquote { border-color: light-dark(#c0cdd9, #393f4f); color: inherit }`

/** All posts, private ones too, since the page exists for a person to look at their own posts. */
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
  const options = (poll?.options ?? []).map((option) => ({ text: `\n○ ${option}` }))
  const card = cardOf(instance, status)
  return {
    id: status.id,
    account: account.name,
    displayName: displayName(account),
    handle: `@${account.name}@${domain}${status.visibility === 'public' ? '' : ` · ${status.visibility}`}${status.editedAt ? ' · edited' : ''}`,
    at: status.createdAt,
    text: [...text, ...options],
    ...(status.spoiler === '' ? {} : { warning: status.spoiler }),
    media: status.media.map((one) => ({
      kind: one.kind === 'gifv' ? (one.mime === 'image/gif' ? 'image' : 'video') : one.kind,
      url: isReady(instance, one) ? one.url : null,
      alt: one.description ?? '',
    })),
    ...(card ? { card: { url: card.url, title: card.title, description: card.description, image: null } } : {}),
    ...(status.quotes ? { quote: status.quotes.text } : {}),
    replyTo: status.replyTo?.id ?? null,
    counts: countRows({
      replies: status.replies.filter((reply) => !reply.deleted).length,
      boosts: reblogsOf(instance, status),
      favourites: favouritesOf(instance, status),
    }),
  }
}
