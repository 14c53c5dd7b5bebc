import type { Network } from '../../../core/network.ts'
import { countRows, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { countsOf } from '../figures/metrics.ts'
import { textOf } from '../posts/jobs.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Post, Privacy } from '../state/records.ts'

const audiences: Readonly<Record<Privacy, string>> = {
  PUBLIC_TO_EVERYONE: 'everyone',
  MUTUAL_FOLLOW_FRIENDS: 'friends',
  FOLLOWER_OF_CREATOR: 'followers',
  SELF_ONLY: 'me only',
}

export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const all = account === null ? [...platform.posts.values()] : (platform.person(account)?.posts ?? [])
  return newestOf(all, limit, ({ deleted }) => !deleted).map((post) => shown(platform, post))
}

function shown(platform: Platform, post: Post): FeedPost {
  const { person, files, requested } = post
  const { views, likes, comments, shares } = countsOf(platform, post)
  return {
    id: post.id,
    account: person.name,
    displayName: displayNameOf(person.name),
    handle: `@${usernameOf(person)}`,
    notes: [`for ${audiences[requested.privacy]}`],
    at: new Date(post.atMs),
    text: textOf(post)
      .split(/(?=[#@\n ])/)
      .map((text) => ({ text })),
    media: files.map(({ kind, url }) => ({ kind, url, alt: '' })),
    replyTo: null,
    counts: countRows({ likes, comments, shares, views }),
  }
}
