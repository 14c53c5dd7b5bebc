import type { Incoming } from '../../../core/http/request.ts'
import type { Rules } from '../rules.ts'

/** The registered apps: one that can keep a secret and one that cannot. */
export interface App {
  readonly clientId: string
  readonly title: string
  /** Null for a public app, whose code anyone can read and which therefore has no secret. */
  readonly secret: string | null
}

const apps: readonly App[] = [
  { clientId: 'sandbox-app', title: 'Sandbox app', secret: 'sandbox-app-secret' },
  { clientId: 'sandbox-public-app', title: 'Sandbox app without a secret', secret: null },
]

export const appOf = (clientId: string | null): App | null => apps.find((app) => app.clientId === clientId) ?? null

/** The app that the Basic header names: undefined without such a header, null when its credentials are wrong. */
export function basicAppOf({ headers }: Incoming): App | null | undefined {
  const basic = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic === undefined) return undefined
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  const app = appOf(decoded(id))
  return app !== null && app.secret !== null && app.secret === decoded(secret.join(':')) ? app : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** True when the URI equals a registered callback byte for byte. `localhost` is never accepted by that name. */
export function isCallback({ callbacks }: Readonly<Rules>, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname, hash } = new URL(redirectUri)
  if (hostname === 'localhost' || hash !== '') return false
  if (callbacks.length > 0) return callbacks.includes(redirectUri)
  return protocol === 'https:' || (protocol === 'http:' && /^(127(\.\d+){3}|\[::1\])$/.test(hostname))
}

export const knownScopes: Readonly<Record<string, string>> = {
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
