import { favouritesOf, followersOf, reblogsOf, votesOf } from '../figures/metrics.ts'
import { shownAttachment } from '../media/media.ts'
import { isAtLeast } from '../rules.ts'
import { displayName, domain, type Instance, profileUrlOf } from '../state/platform.ts'
import type { Account, Poll, Status } from '../state/records.ts'
import { htmlOf, piecesOf } from './text.ts'

/** Accounts and statuses as responses show them. */

const statusUrlOf = (instance: Instance, { account, id }: Status): string => `${profileUrlOf(instance, account)}/${id}`

export function shownAccount(instance: Instance, account: Account): object {
  const avatar = `${instance.base()}/avatars/${account.name}.png`
  const day = account.lastStatusAt?.toISOString().slice(0, 10) ?? null
  return {
    id: account.id,
    username: account.name,
    acct: account.name,
    display_name: displayName(account),
    locked: false,
    bot: false,
    discoverable: true,
    group: false,
    created_at: account.createdAt.toISOString(),
    note: '',
    url: profileUrlOf(instance, account),
    uri: `${instance.base()}/users/${account.name}`,
    avatar,
    avatar_static: avatar,
    header: avatar,
    header_static: avatar,
    followers_count: followersOf(instance, account),
    following_count: 12,
    statuses_count: account.statusesCount,
    last_status_at: day,
    emojis: [],
    fields: [],
    ...(account.standing === 'suspended' ? { suspended: true } : {}),
  }
}

/** Shows an account as its owner sees it. */
export const shownOwnAccount = (instance: Instance, account: Account): object => ({
  ...shownAccount(instance, account),
  source: {
    privacy: 'public',
    sensitive: false,
    language: 'en',
    note: '',
    fields: [],
    follow_requests_count: 0,
    ...(isAtLeast(instance.rules, 4, 5) ? { quote_policy: 'public' } : {}),
  },
})

export function shownStatus(instance: Instance, status: Status, deep = true): object {
  const url = statusUrlOf(instance, status)
  const quoting = isAtLeast(instance.rules, 4, 5)
  const { replyTo, quotes, app } = status
  return {
    id: status.id,
    created_at: status.createdAt.toISOString(),
    in_reply_to_id: replyTo?.id ?? null,
    in_reply_to_account_id: replyTo?.account.id ?? null,
    sensitive: status.sensitive,
    spoiler_text: status.spoiler,
    visibility: status.visibility,
    language: status.language,
    uri: `${instance.base()}/users/${status.account.name}/statuses/${status.id}`,
    url,
    replies_count: status.replies.filter((reply) => !reply.deleted).length,
    reblogs_count: reblogsOf(instance, status),
    favourites_count: favouritesOf(instance, status),
    ...(quoting
      ? { quotes_count: status.quotesCount, quote: deep && quotes ? shownQuote(instance, quotes) : null }
      : {}),
    edited_at: status.editedAt?.toISOString() ?? null,
    content: contentOf(instance, status.text),
    reblog: null,
    application: { name: app.name, website: app.website },
    account: shownAccount(instance, status.account),
    media_attachments: status.media.map((one) => shownAttachment(instance, one)),
    mentions: status.mentions.map((one) => ({
      id: one.id,
      username: one.name,
      acct: one.name,
      url: profileUrlOf(instance, one),
    })),
    tags: tagsOf(status.text).map((tag) => ({ name: tag.toLowerCase(), url: tagUrl(instance, tag) })),
    emojis: [],
    card: cardOf(instance, status),
    poll: status.poll ? shownPoll(instance, status.poll) : null,
  }
}

const shownQuote = (instance: Instance, quoted: Status): object =>
  quoted.deleted
    ? { state: 'deleted', quoted_status: null }
    : { state: 'accepted', quoted_status: shownStatus(instance, quoted, false) }

const contentOf = (instance: Instance, text: string): string =>
  htmlOf(text, { personAt: (piece) => personUrl(instance, piece), tagAt: (tag) => tagUrl(instance, tag) })

/**
 * Returns the mentioned accounts of this server. The sandbox has no other servers, so a mention of one stays plain
 * text.
 */
export function mentionedIn(instance: Instance, text: string): readonly Account[] {
  const named = piecesOf(text).flatMap((piece) => (piece.kind === 'mention' ? (personOf(instance, piece) ?? []) : []))
  return [...new Set(named)]
}

type Named = { readonly user: string; readonly domain: string | null }

const personOf = (instance: Instance, { user, domain: at }: Named): Account | null =>
  at === null || at.toLowerCase() === domain ? instance.person(user.toLowerCase()) : null

export function personUrl(instance: Instance, named: Named): string | null {
  const person = personOf(instance, named)
  return person ? profileUrlOf(instance, person) : null
}

const tagUrl = (instance: Instance, tag: string): string =>
  `${instance.base()}/tags/${encodeURIComponent(tag.toLowerCase())}`

const tagsOf = (text: string): readonly string[] => [
  ...new Set(piecesOf(text).flatMap((piece) => (piece.kind === 'tag' ? piece.tag : []))),
]

interface Card {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly provider_name: string
}

/**
 * Returns the preview card of the first link. The server creates a card some time after the post, and never for a
 * status with media.
 */
export function cardOf(instance: Instance, status: Status): Card | null {
  if (status.media.length > 0 || instance.world.clock.ms() - status.createdAt.getTime() < instance.rules.card_ms)
    return null
  const link = piecesOf(status.text).find(({ kind }) => kind === 'link')?.text
  if (link === undefined || !URL.canParse(link)) return null
  const host = new URL(link).host
  return { ...emptyCard, url: link, title: host, provider_name: host }
}

const emptyCard = {
  type: 'link',
  description: '',
  provider_name: '',
  provider_url: '',
  author_name: '',
  author_url: '',
  authors: [],
  html: '',
  width: 0,
  height: 0,
  image: null,
  embed_url: '',
  blurhash: null,
  language: null,
  published_at: null,
}

function shownPoll(instance: Instance, poll: Poll): object {
  const expired = poll.expiresAt.getTime() <= instance.world.clock.ms()
  const votes = votesOf(instance, poll)
  const total = votes.reduce((sum, one) => sum + one, 0)
  return {
    id: poll.id,
    expires_at: poll.expiresAt.toISOString(),
    expired,
    multiple: poll.multiple,
    votes_count: total,
    voters_count: total,
    options: poll.options.map((title, at) => ({
      title,
      votes_count: poll.hideTotals && !expired ? null : (votes[at] ?? 0),
    })),
    emojis: [],
  }
}
