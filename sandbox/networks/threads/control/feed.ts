import type { FeedPost, Network } from '../../../core/network.ts'
import { countRows, linkPieces, newestOf } from '../../../core/pages/feed.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { usernameOf } from '../../meta/people.ts'
import { countsOf } from '../figures/metrics.ts'
import { isThere } from '../posts/posts.ts'
import { link, linksIn } from '../posts/text.ts'
import type { Platform } from '../state/platform.ts'
import type { Post } from '../state/records.ts'

export const css = `
body:has(main.threads) { background: light-dark(#fafafa, #0a0a0a); color: light-dark(#000, #f3f5f7) }
main.threads article { background: light-dark(#fff, #181818); border: 1px solid light-dark(#0001, #fff2); border-bottom: 0; border-radius: 0; margin: 0; padding: 1rem 1.5rem }
main.threads article:first-child { border-radius: 1.5rem 1.5rem 0 0 }
main.threads article:last-child { border-bottom: 1px solid light-dark(#0001, #fff2); border-radius: 0 0 1.5rem 1.5rem }
main.threads article:only-child { border-radius: 1.5rem }
main.threads article header span, main.threads article footer { color: light-dark(#6b6b6b, #9a9a9a) }
main.threads a { color: light-dark(#0071bc, #4cb5f9) }
main.threads .media { display: flex; overflow-x: auto }
main.threads .media figure { flex: 0 0 auto; max-width: 80% }
main.threads .card { background: light-dark(#fafafa, #1e1e1e); border-radius: .75rem; color: inherit }`

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
  const more = [
    draft.attachedText,
    draft.gif && `GIF ${draft.gif}`,
    ...Object.values(draft.poll ?? {}).map((one) => `○ ${one}`),
  ]
  const text = [draft.text, ...more.filter((one) => one !== null)].join('\n')
  return {
    id,
    account: person.name,
    displayName: displayNameOf(person.name),
    handle: `${usernameOf(person)}${draft.topic === null ? '' : ` › ${draft.topic}`}${reposted ? ' reposted' : ''}`,
    at: new Date(atMs),
    text: linkPieces(text, link),
    media: items.map(({ file, alt }) => ({ kind: file.kind, url: file.url, alt })),
    ...(card === undefined ? {} : { card: { url: card, title: host, description: '', image: null } }),
    ...(quoted === null ? {} : { quote: quoted.draft.text }),
    replyTo: draft.replyTo?.id ?? null,
    counts: countRows({ likes, replies, reposts: reposts + quotes, views }),
  }
}
