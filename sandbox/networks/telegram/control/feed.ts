import type { Network } from '../../../core/network.ts'
import { linkPieces, newestOf } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { bot, fullNameOf, type Platform } from '../state/platform.ts'
import type { Message } from '../state/records.ts'

/** The messages between people and the bot. */
export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const accountOf = ({ chat, from }: Message) => chat.person?.name ?? from?.name ?? 'alice'
  const all = [...platform.messages.values()].flat().sort((one, other) => one.atMs - other.atMs)
  const isShown = (message: Message) => !message.deleted && (account === null || accountOf(message) === account)
  return newestOf(all, limit, isShown).map((message) => ({
    id: `${message.chat.id}-${message.id}`,
    account: accountOf(message),
    displayName: message.from ? fullNameOf(message.from) : bot.firstName,
    handle: message.from ? `@${message.from.name}` : `@${bot.username}`,
    at: new Date(message.atMs),
    text: linkPieces(message.text),
    media: [],
    replyTo: null,
    counts: [],
  }))
}
