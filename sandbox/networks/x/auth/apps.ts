import type { Incoming } from '../../../core/http/request.ts'
import { readBasicAuth, sandboxApp } from '../../../core/oauth/client.ts'

/** The registered apps: one that can keep a secret and one that cannot. */
export interface App {
  readonly id: string
  readonly title: string
  /** Null for a public app, whose code anyone can read and which therefore has no secret. */
  readonly secret: string | null
}

const apps: readonly App[] = [
  sandboxApp,
  { id: 'sandbox-public-app', title: 'Sandbox app without a secret', secret: null },
]

export const appOf = (id: string | null): App | null => apps.find((app) => app.id === id) ?? null

/** Returns the app in the Basic header: undefined without such a header, null if its credentials are wrong. */
export function readBasicApp(incoming: Incoming): App | null | undefined {
  const basic = readBasicAuth(incoming)
  if (basic === null) return undefined
  const app = appOf(basic.id)
  return app?.secret === basic.secret ? app : null
}

export const scopeTitles: Readonly<Record<string, string>> = {
  'tweet.read': 'See the posts that you see',
  'tweet.write': 'Post and repost for you',
  'tweet.moderate.write': 'Hide and unhide replies to your posts',
  'users.read': 'See your account and those of others',
  'users.email': 'See your e-mail address',
  'follows.read': 'See whom you follow and who follows you',
  'follows.write': 'Follow and unfollow people for you',
  'offline.access': 'Stay connected until you take it back',
  'space.read': 'See the Spaces that you see',
  'mute.read': 'See whom you have muted',
  'mute.write': 'Mute and unmute people for you',
  'like.read': 'See what you have liked',
  'like.write': 'Like and unlike for you',
  'list.read': 'See your lists',
  'list.write': 'Make and change lists for you',
  'block.read': 'See whom you have blocked',
  'block.write': 'Block and unblock people for you',
  'bookmark.read': 'See your bookmarks',
  'bookmark.write': 'Bookmark for you',
  'dm.read': 'See your messages',
  'dm.write': 'Send messages for you',
  'media.write': 'Upload pictures and videos for you',
}
