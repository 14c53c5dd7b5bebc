import type { FeedPost, Network } from '../../../core/network.ts'
import { linkPieces, newestOf } from '../../../core/pages/feed.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { addresseeOf } from '../chat/messages.ts'
import type { Platform } from '../state/platform.ts'

export const css = `
main.slack article { border: 0; border-radius: 0; padding: .5rem 1rem; margin: 0; background: light-dark(#fff, #1a1d21) }
main.slack article .face { border-radius: .25rem } main.slack article header strong { font-weight: 800 }`

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
