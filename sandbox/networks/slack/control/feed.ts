import type { Network } from '../../../core/network.ts'
import { linkPieces, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { addresseeOf } from '../chat/messages.ts'
import type { Platform } from '../state/platform.ts'

/** The messages between people and the app. */
export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const accountOf = (message: (typeof platform.messages)[number]) =>
    message.author?.name ?? addresseeOf(platform, message)?.name ?? 'alice'
  const shown = newestOf(
    platform.messages,
    limit,
    (message) => !message.deleted && (account === null || accountOf(message) === account),
  )
  return shown.map((message) => ({
    id: message.ts,
    account: accountOf(message),
    displayName: message.author ? displayNameOf(message.author.name) : 'Sandbox app',
    handle: message.author ? message.workspace.name : `to ${accountOf(message)}`,
    at: new Date(Number(message.ts.split('.')[0]) * 1_000),
    text: linkPieces(message.text),
    media: [],
    replyTo: null,
    counts: [],
  }))
}
