import type { Draft, OwnValues } from './draft.ts'
import { mediaFields } from './request.ts'

/** A field that two people changed in different ways. `own:acc_…` is the text of one account. */
export interface Clash {
  readonly field: string
  readonly mine: string
  readonly theirs: string
}

interface Merged {
  /** The draft with the changes of both sides, and mine where they clash. */
  readonly draft: Draft
  readonly clashes: readonly Clash[]
  /** Fields with the other side's value. */
  readonly taken: readonly string[]
}

const plain = ['content', 'title', 'link', 'firstComment', 'language', 'format', 'at'] as const
const lists = ['media', 'thread', 'accountIds', 'others', 'mentions', 'tags'] as const
const ownPrefix = 'own:'

/**
 * Merges two versions of a draft with common ancestors, field by field, and prose word by word. Text is never dropped:
 * a clash keeps both sides. `bases` are the last common version and those that this side has sent without receiving a response.
 */
export function mergeDrafts(bases: readonly Draft[], mine: Draft, theirs: Draft, mergeWords: MergeWords): Merged {
  let draft = mine
  const clashes: Clash[] = []
  const taken: string[] = []
  for (const field of fieldsOf(...bases, mine, theirs)) {
    const [is, other] = [readField(mine, field), readField(theirs, field)]
    const were = bases.map((base) => readField(base, field))
    if (other === is || were.includes(other)) continue
    const joined = prose.includes(field) && were[0] !== undefined ? mergeWords(were[0], is, other) : null
    if (is === were[0]) draft = takeField(draft, theirs, field)
    else if (joined !== null) draft = { ...draft, [field]: joined }
    else if (field === 'tags') draft = { ...draft, tags: mergeTags(bases[0]?.tags, mine.tags, theirs.tags) }
    else {
      clashes.push({ field, mine: is, theirs: other })
      continue
    }
    taken.push(field)
  }
  return { draft, clashes, taken }
}

/** Merges two changes of a list of labels: what either side has added or removed. */
function mergeTags(base: Draft['tags'] = [], mine: Draft['tags'] = [], theirs: Draft['tags'] = []): Draft['tags'] {
  const isKept = (name: string) => !base.includes(name) || (mine.includes(name) && theirs.includes(name))
  return [...new Set([...mine, ...theirs])].filter(isKept)
}

/** The fields that are prose. Changes in different places of them are both kept. */
const prose: readonly string[] = ['content', 'title', 'firstComment']

/** Merges two changes of a text. Null if they touch the same words. */
type MergeWords = (base: string, mine: string, theirs: string) => string | null

export type Side = 'mine' | 'theirs' | 'both'

/** Returns the draft with each clash resolved as chosen. The default is mine. */
export const settleClashes = (
  mine: Draft,
  theirs: Draft,
  clashes: readonly Clash[],
  sides: Readonly<Record<string, Side>>,
): Draft =>
  clashes.reduce((settled, { field }) => {
    if (sides[field] === 'theirs') return takeField(settled, theirs, field)
    return sides[field] === 'both' ? joinField(settled, theirs, field) : settled
  }, mine)

/** Returns the draft with a field from the other side. */
function takeField(draft: Draft, theirs: Draft, field: string): Draft {
  if (!field.startsWith(ownPrefix)) return { ...draft, [field]: theirs[field as keyof Draft] }
  const id = field.slice(ownPrefix.length)
  const { [id]: _, ...rest } = draft.own
  const values = theirs.own[id]
  return { ...draft, own: values ? { ...rest, [id]: values } : rest }
}

/** True for a field whose two texts can be placed one below the other. */
export const canHaveBoth = (field: string, mine: string, theirs: string): boolean =>
  (field === 'content' || field === 'firstComment') && mine !== '' && theirs !== ''

/** Returns the draft with both texts. */
function joinField(draft: Draft, theirs: Draft, field: string): Draft {
  if (field !== 'content' && field !== 'firstComment') return draft
  return { ...draft, [field]: `${draft[field]}\n\n${theirs[field]}` }
}

const fieldsOf = (...versions: readonly Draft[]): readonly string[] => [
  ...plain,
  ...lists,
  ...new Set(versions.flatMap(({ own }) => Object.keys(own).map((id) => ownPrefix + id))),
]

/** Returns a field as text for comparison. Equal fields have equal texts. */
function readField(draft: Draft, field: string): string {
  if (field === 'media') return JSON.stringify(mediaFields(draft.media))
  if (field === 'thread')
    return JSON.stringify(draft.thread.map(({ content, media }) => ({ content, media: mediaFields(media) })))
  if (field.startsWith(ownPrefix)) return readOwn(draft.own[field.slice(ownPrefix.length)])
  const value = draft[field as (typeof plain)[number] | 'accountIds' | 'others' | 'mentions' | 'tags']
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}

/** Returns the text alone if there is nothing else, so that it reads without brackets. */
function readOwn(values: OwnValues | undefined): string {
  if (!values) return ''
  const { content, ...rest } = values
  return Object.keys(rest).length === 0 ? (content ?? '') : canonical(values)
}

/** Writes a value as JSON with sorted object keys, so that equal values give equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
