import assert from 'node:assert/strict'
import { limitsForFormat } from '#rules/limits.ts'
import type { LedgerMedia } from '../../sandbox/core/control/ledger.ts'
import { type FileName, type KindOfPost, settingsOf } from '../connector-suite/kinds.ts'
import type { NetworkUnderTest } from '../connector-suite/network-under-test.ts'
import { altText, type Connected, type KindStage } from './stage.ts'

/** A kind of post of one network, to write through the API and compare with what people see. */
export interface Case {
  readonly network: NetworkUnderTest
  readonly kind: KindOfPost
  readonly title: string
}

/** The text of the post that others quote. */
export const quotedText = 'The harbour is open'

const partsOf = ({ files = [], replies = [] }: KindOfPost) => [files, ...replies]

const textOf = (words: string, part: number): string => (part === 0 ? words : `${words}, part ${part + 1}`)
const commentOf = (words: string): string => `${words}, below`

export const filesOf = (stage: KindStage, files: readonly FileName[], alt = altText, thumbnail?: FileName) =>
  files.map((name) => ({
    storagePath: stage.file(name).storagePath,
    altText: alt,
    ...(thumbnail ? { thumbnailStoragePath: stage.file(thumbnail).storagePath } : {}),
  }))

/** Builds the body of `POST /v1/posts`. `quoted` names the post that this one quotes. */
export function bodyOf(
  stage: KindStage,
  { network, kind }: Case,
  account: Connected,
  words: string,
  quoted?: string,
): object {
  const { network: platform } = network.connector
  const { format, title, link, firstComment } = kind
  const [first, ...replies] = partsOf(kind).map((files, part) => ({
    content: textOf(words, part),
    media: filesOf(stage, files, altText, kind.thumbnail),
  }))
  return {
    profileId: account.profileId,
    platforms: [platform],
    ...first,
    thread: replies,
    ...(format ? { format } : {}),
    ...(title ? { title } : {}),
    ...(link ? { link } : {}),
    ...(firstComment ? { firstComment: commentOf(words) } : {}),
    settings: { [platform]: { ...account.chosen, ...settingsOf(kind, quoted) } },
  }
}

/** A post in the feed of an account, with its files. */
interface Shown {
  readonly text: string
  readonly media: readonly string[]
  /** The index of the earlier post that it replies to. */
  readonly answers: number | null
}

export function expected(stage: KindStage, { network, kind }: Case, words: string): readonly Shown[] {
  const { title = '', link = '', seen = ({ text }) => text, cards = [], becomes } = kind
  const parts = partsOf(kind).map((files, part) => ({
    text: kind.silent ? '' : part === 0 ? seen({ text: words, title, link }) : textOf(words, part),
    media: [
      ...(becomes ? [] : files.map((name) => shownFile(stage, network, kind, name))),
      ...(becomes === 'document' ? [`document ${title}`] : []),
      ...(part === 0 ? cards.map((one) => `link ${one}`) : []),
    ],
    answers: part === 0 ? null : part - 1,
  }))
  if (!kind.firstComment) return parts
  return [...parts, { text: commentOf(words), media: [], answers: parts.length - 1 }]
}

function shownFile(
  stage: KindStage,
  { connector, filmsWithoutAlt }: NetworkUnderTest,
  { format = 'post', title = '' }: KindOfPost,
  name: FileName,
): string {
  const { kind, sha256 } = stage.file(name)
  if (kind === 'document') return `document ${title} ${sha256}`
  const { altText: rule, image } = limitsForFormat(connector.limits, format)
  if (kind === 'audio') return `audio ${altText} ${sha256}`
  const isVideo = kind === 'video' || (name === 'moving' && image.animated === 'video')
  const isSilent = rule.max === 0 || (isVideo && filmsWithoutAlt)
  return `${isVideo ? 'video' : 'image'} ${isSilent ? '' : altText} ${sha256}`
}

/**
 * Returns what the public could see according to the sandbox's ledger, after this many posts, and checks that its page
 * shows the same.
 */
export function seenOf(
  stage: KindStage,
  { network, kind }: Case,
  { ledgerName }: Connected,
  after = 0,
): readonly Shown[] {
  const name = network.connector.network
  const all = stage.t.sandbox.ledger.entries({ network: name, account: ledgerName })
  const page = stage.t.sandbox.network(name).feed({ account: ledgerName, limit: 50 })
  assert.equal(page.length, all.length, 'as many stand on the page')
  const entries = all.slice(after)
  for (const { id, text } of entries) {
    const { title = '', text: pieces = [] } = page.find((post) => post.id === id) ?? {}
    const lines = [
      title,
      ...pieces
        .map((piece) => piece.text)
        .join('')
        .split('\n'),
    ]
    for (const line of text.split('\n').filter((one) => one !== ''))
      assert.ok(lines.includes(line), `“${line}” is not on the page: ${lines}`)
  }
  const whole = JSON.stringify(page)
  const quoted = kind.quotes && entries.length > 0 ? [quotedText] : []
  for (const words of [...(kind.also ?? []), ...quoted])
    assert.ok(whole.includes(words), `“${words}” is not on the page`)
  return entries.map(({ text, media, replyTo }) => ({
    text,
    media: media.map((one) => wordsOf(stage, one)),
    answers: replyTo === null ? null : entries.findIndex(({ id }) => id === replyTo),
  }))
}

function wordsOf(stage: KindStage, { kind, mime, alt, sha256, url }: LedgerMedia): string {
  if (mime === 'application/pdf')
    return sha256 === stage.file('slides').sha256 ? `document ${alt} ${sha256}` : `document ${alt}`
  return kind === 'link' ? `link ${url}` : `${kind} ${alt} ${sha256}`
}
