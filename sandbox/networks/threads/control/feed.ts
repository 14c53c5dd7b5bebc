import type { Network } from '../../../core/network.ts'
import { countRows, linkPieces, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { usernameOf } from '../../meta/people.ts'
import { countsOf } from '../figures/metrics.ts'
import { isThere } from '../posts/posts.ts'
import { link, linksIn } from '../posts/text.ts'
import type { Platform } from '../state/platform.ts'
import type { Post } from '../state/records.ts'

export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const all = account === null ? [...platform.posts.values()] : (platform.person(account)?.posts ?? [])
  return newestOf(all, limit, (post) => isThere(platform, post) && !post.isHidden).map((post) => shown(platform, post))
}

function shown(platform: Platform, post: Post): FeedPost {
  const { id, person, draft, items, reposted, atMs } = post
  const { views, likes, replies, reposts, quotes } = countsOf(platform, post)
  const quoted = reposted ?? draft.quoted
  const card = draft.type === 'TEXT' ? (draft.link ?? linksIn(draft.text)[0]) : undefined
  const host = card !== undefined && URL.canParse(card) ? new URL(card).hostname : ''
  const more = [draft.attachedText, draft.gif && `GIF ${draft.gif}`]
  const text = [draft.text, ...more.filter((one) => one !== null)].join('\n')
  return {
    id,
    account: person.name,
    displayName: displayNameOf(person.name),
    handle: `${usernameOf(person)}${draft.topic === null ? '' : ` › ${draft.topic}`}`,
    notes: [...(reposted ? ['reposted'] : []), ...(draft.isGhost ? ['disappears after a day'] : [])],
    at: new Date(atMs),
    text: linkPieces(text, link),
    media: items.map(({ file, alt }) => ({ kind: file.kind, url: file.url, alt })),
    ...(card === undefined ? {} : { card: { url: card, title: host, description: '', image: null } }),
    ...(draft.poll === null ? {} : { poll: { options: Object.values(draft.poll) } }),
    ...(quoted === null ? {} : { quote: quoted.draft.text, quoteOf: usernameOf(quoted.person) }),
    replyTo: draft.replyTo?.id ?? null,
    counts: countRows({ likes, replies, reposts: reposts + quotes, views }),
  }
}
