import type { Network } from './network-names.ts'

/**
 * Mentions of people and companies: one name in the text of a post, with a handle for each network. The name is found
 * by its literal text, so edits around it move nothing. A network without a handle gets the name without its @, since
 * the handle of a stranger may begin with it.
 */
export interface Mention {
  /** The name as it is in the text, with its @. */
  readonly text: string
  readonly handles: Handles
}

export type Handles = Readonly<Partial<Record<Network, string>>>

export const mentionsMax = 20
export const mentionNameMax = 100

/** Characters that LinkedIn reserves, and @, which would begin another mention. */
const reservedSigns = /[\\|{}@[\]()<>#*_~]/

/** The sentence for a name that cannot be a mention. Null if it can. */
export const faultOfName = (name: string): string | null =>
  reservedSigns.test(name) ? 'can’t contain any of \\ | { } @ [ ] ( ) < > # * _ ~' : null

interface HandleRule {
  readonly pattern: RegExp
  readonly example: string
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domain = `(?:${label}\\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?`

/** The networks on which posts mention accounts, and how each writes an account. */
const handleRules: Readonly<Partial<Record<Network, HandleRule>>> = {
  bluesky: { pattern: new RegExp(`^(?=.{3,253}$)${domain}$`, 'i'), example: 'harbour.bsky.social' },
  mastodon: {
    pattern: new RegExp(`^(?=.{3,300}$)\\w(?:[\\w.-]{0,98}\\w)?@${domain}$`, 'i'),
    example: 'harbour@mastodon.social',
  },
  linkedin: { pattern: /^urn:li:(?:organization|person):[\w-]{1,100}$/, example: 'urn:li:organization:2414183' },
  x: { pattern: /^\w{1,15}$/, example: 'harbour' },
  instagram: { pattern: /^[\w.]{0,29}\w$/, example: 'harbour.museum' },
  threads: { pattern: /^[\w.]{0,29}\w$/, example: 'harbour.museum' },
  tiktok: { pattern: /^[\w.]{1,23}\w$/, example: 'harbourmuseum' },
}

export const mentionNetworks = Object.keys(handleRules) as Network[]

/** Returns a handle as it is stored: without spaces around it and without its @. */
export const plainHandle = (handle: string): string => handle.trim().replace(/^@/, '')

/** Returns the name of a found account as a mention can have it: without reserved characters, else its handle. */
export function nameFrom(name: string, handle: string): string {
  const plain = (text: string) =>
    text
      .replace(/[\\|{}@[\]()<>#*_~\p{C}]|\p{Z}+/gu, ' ')
      .replace(/ +/g, ' ')
      .trim()
  return [...(plain(name) || plain(handle) || 'Name')].join('').slice(0, mentionNameMax).trim()
}

/** Returns the sentence for a handle that the network does not have. Null if it can be one. */
export function faultOfHandle(network: Network, handle: string): string | null {
  const rule = handleRules[network]
  if (!rule) return `must be one of ${mentionNetworks.join(', ')}`
  return rule.pattern.test(handle) ? null : `must be a handle such as ${rule.example}`
}

interface Piece {
  readonly text: string
  readonly mention: Mention | null
}

/** Splits a text at its mentions. The pieces together are the text. Of two names that match, the longer one counts. */
export function splitMentions(text: string, mentions: readonly Mention[]): readonly Piece[] {
  if (mentions.length === 0 || !text.includes('@')) return [{ text, mention: null }]
  const named = new Map(mentions.map((mention) => [mention.text, mention]))
  const names = [...named.keys()].sort((a, b) => b.length - a.length).map(escaped)
  // A name ends where its word ends: neither a longer word nor a handle such as @name.example begins with it.
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_@/.])(?:${names.join('|')})(?![\\p{L}\\p{N}_]|[.@-][\\p{L}\\p{N}_])`,
    'gu',
  )
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const [found] = match
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), mention: null })
    pieces.push({ text: found, mention: named.get(found) ?? null })
    at = match.index + found.length
  }
  return at < text.length ? [...pieces, { text: text.slice(at), mention: null }] : pieces
}

const escaped = (text: string): string =>
  text.replace(/[$()*+.?[\\\]^{|}/-]/g, (sign) => (sign === '-' ? '\\x2d' : `\\${sign}`))

/** Returns a text as a network gets it: each name with the handle there, or without its @. */
export const writeMentions = (text: string, mentions: readonly Mention[], network: Network): string =>
  splitMentions(text, mentions)
    .map((piece) => (piece.mention ? written(piece.mention, network) : piece.text))
    .join('')

/** Returns a comment as a network gets it. LinkedIn shows names in comments as plain text. */
export const writeMentionsOfComment = (text: string, mentions: readonly Mention[], network: Network): string =>
  writeMentions(text, inComment(mentions, network), network)

const inComment = (mentions: readonly Mention[], network: Network): readonly Mention[] =>
  network === 'linkedin' ? mentions.map(({ text }) => ({ text, handles: {} })) : mentions

function written({ text, handles }: Mention, network: Network): string {
  const name = text.slice(1)
  const handle = handles[network]
  if (handle === undefined) return name
  return network === 'linkedin' ? `@[${name}](${handle})` : `@${handle}`
}

/** Lists the names in a text that have no handle on a network. */
export const listPlainNames = (text: string, mentions: readonly Mention[], network: Network): string[] => [
  ...new Set(
    splitMentions(text, mentions).flatMap(({ mention }) =>
      mention && mention.handles[network] === undefined ? [mention.text] : [],
    ),
  ),
]

/** Does the same for a comment. */
export const listPlainNamesOfComment = (text: string, mentions: readonly Mention[], network: Network): string[] =>
  listPlainNames(text, inComment(mentions, network), network)
