import type { FeedPost, Network } from '../../../core/network.ts'
import { countRows, newestOf } from '../../../core/pages/feed.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { textOf } from '../posts/jobs.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Post, Privacy } from '../state/records.ts'

export const css = `
body:has(main.tiktok) { color-scheme: dark; background: #121212; color: #fff }
body:has(main.tiktok) .heading, main.tiktok { max-width: 72rem }
main.tiktok { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; align-items: start }
main.tiktok .empty { grid-column: 1 / -1 }
main.tiktok article { display: flex; flex-direction: column; margin: 0; background: #000; border: 6px solid #2a2a2a; border-radius: 1.75rem; min-height: 24rem }
main.tiktok article .face { display: none }
main.tiktok .media { order: -1; flex: 1; margin: -1rem -1rem .75rem; border-radius: 1.25rem 1.25rem 0 0; overflow: hidden; align-items: center; background: #000 }
main.tiktok article p { flex: 1 } main.tiktok .media ~ p { flex: 0 }
main.tiktok .media img, main.tiktok .media video { border-radius: 0; max-height: 26rem; object-fit: contain }
main.tiktok article header span, main.tiktok article footer { color: #ffffffa6 }`

const audiences: Readonly<Record<Privacy, string>> = {
  PUBLIC_TO_EVERYONE: '',
  MUTUAL_FOLLOW_FRIENDS: ' · friends',
  FOLLOWER_OF_CREATOR: ' · followers',
  SELF_ONLY: ' · only me',
}

export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const all = account === null ? [...platform.posts.values()] : (platform.person(account)?.posts ?? [])
  return newestOf(all, limit, ({ deleted }) => !deleted).map((post) => shown(platform, post))
}

function shown(platform: Platform, post: Post): FeedPost {
  const { person, files, wish } = post
  const { views, likes, comments, shares } = countsOf(platform, post)
  return {
    id: post.id,
    account: person.name,
    displayName: displayNameOf(person.name),
    handle: `@${usernameOf(person)}${audiences[wish.privacy]}`,
    at: new Date(post.atMs),
    text: textOf(post)
      .split(/(?=[#@\n ])/)
      .map((text) => ({ text })),
    media: files.map(({ kind, url }) => ({ kind, url, alt: '' })),
    replyTo: null,
    counts: countRows({ likes, comments, shares, views }),
  }
}
