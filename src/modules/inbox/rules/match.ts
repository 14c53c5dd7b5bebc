import type { AccountId } from '#kernel/ids.ts'
import { find } from '#rules/find/find.ts'
import type { Network } from '#rules/network-names.ts'
import { isSpaceless, wordsIn } from '../words.ts'

/** The conditions of a rule, of which all have to hold. */
export interface Conditions {
  /** Null for any. */
  readonly network: Network | null
  readonly accountId: AccountId | null
  readonly kind: 'comment' | 'mention' | 'quote' | null
  /** One of them is enough. Empty for any text. */
  readonly words: readonly string[]
  readonly hasLink: boolean
  readonly isNewSender: boolean
}

/** The facts about an item that rules compare. */
export interface Facts {
  readonly network: Network
  readonly accountId: AccountId
  readonly kind: 'comment' | 'mention' | 'quote'
  readonly text: string
  /** True if it is the first item of its sender that was read from the account. */
  readonly isNewSender: boolean
}

/** Prepares the conditions of a rule, which are then compared with many items. */
export function matcherFor(conditions: Conditions): (facts: Facts, text: SearchableText) => boolean {
  const { network, accountId, kind, words, hasLink, isNewSender } = conditions
  const sought = words.map(seek)
  return (facts, text) =>
    (network === null || network === facts.network) &&
    (accountId === null || accountId === facts.accountId) &&
    (kind === null || kind === facts.kind) &&
    (!isNewSender || facts.isNewSender) &&
    (sought.length === 0 || sought.some((isIn) => isIn(text))) &&
    (!hasLink || text.hasLink())
}

/** A text that several rules search. It is prepared once. */
interface SearchableText {
  readonly folded: string
  /** The words, each between spaces. */
  readonly spaced: string
  readonly hasLink: () => boolean
}

export function searchable(text: string): SearchableText {
  const folded = fold(text)
  let has: boolean | undefined
  return {
    folded,
    spaced: space(folded),
    hasLink: () => {
      has ??= find(text, 'bluesky').some(({ kind }) => kind === 'link')
      return has
    },
  }
}

/**
 * Returns what finds a word, or several in this order. Only whole words are found, except in scripts without spaces.
 * Text without letters, such as an emoji, is found anywhere.
 */
function seek(word: string): (text: SearchableText) => boolean {
  const folded = fold(word).trim()
  const spaced = space(folded)
  if (folded === '') return () => false
  if (spaced.trim() === '' || isSpaceless(folded)) return ({ folded: text }) => text.includes(folded)
  return ({ spaced: text }) => text.includes(spaced)
}

const space = (folded: string): string => ` ${wordsIn(folded).join(' ')} `

/** Folds case, diacritics and forms of letters, so that `STRASSE` finds `Straße`. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .toLowerCase()
