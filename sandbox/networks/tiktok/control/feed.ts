import type { FeedPost, Network } from '../../../core/network.ts'
import { newestOf } from '../../../core/pages/feed.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { textOf } from '../posts/jobs.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Post, Privacy } from '../state/records.ts'

export const css = `
body:has(main.tiktok) { background: #121212; color: #fff }
main.tiktok article { background: #000; border: 0; border-left: 3px solid #25f4ee; border-right: 3px solid #fe2c55; border-radius: .25rem; display: flex; flex-direction: column }
main.tiktok .media { order: -1 }
main.tiktok article footer { justify-content: space-between }
main.tiktok .media img, main.tiktok .media video { border-radius: 0; max-height: 32rem; object-fit: contain; background: #000 }
main.tiktok article header span, main.tiktok article footer { color: #ffffff80 }`

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
    counts: [
      { name: 'likes', count: likes },
      { name: 'comments', count: comments },
      { name: 'shares', count: shares },
      { name: 'views', count: views },
    ],
  }
}
