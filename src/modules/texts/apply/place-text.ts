import type { Fault } from '#kernel/errors.ts'
import { count } from '#rules/count/count.ts'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import { fillIn, type Values, type Variable } from '../variables.ts'

/** The field of a post that a saved text goes into. */
export type Field = 'content' | 'firstComment'

/** An entry of a post's platforms, as far as texts need it. */
export interface Entry {
  readonly network: Network
  /** The entry's own text in the field. Undefined if it shows that of the post. */
  readonly own: string | undefined
  readonly values: Values
  /** Undefined if the network is not available here. */
  readonly limits: Limits | undefined
}

export interface Insertion {
  readonly kind: 'snippet' | 'hashtags' | 'signature' | 'first_comment'
  readonly content: string
  readonly networkTexts: Readonly<Partial<Record<Network, string>>>
  readonly networks: readonly Network[]
  /** The number of earlier uses. It decides which hashtags of a large set come next. */
  readonly uses: number
  /** The position of a snippet in the text of the post. Null for its end. */
  readonly at: number | null
  readonly shorten: boolean
}

interface Placed {
  readonly base: string
  /** The text of each entry that differs from `base`. Undefined for the others. */
  readonly own: readonly (string | undefined)[]
  /** The hashtags that each entry has no room for. */
  readonly leftOut: readonly (readonly string[])[]
  readonly faults: readonly Fault[]
}

/**
 * Puts a saved text into a field of a post, for each of its entries. The post gets the text of the first entry that
 * shows the post's. An entry whose text then differs gets its own.
 */
export function placeText(
  insertion: Insertion,
  current: string,
  entries: readonly Entry[],
  valuesOfPost: Values,
): Placed {
  const placed = entries.map((entry, index) =>
    placeIn(insertion, entry, entry.own ?? current, `/post/platforms/${index}`),
  )
  const leading = entries.findIndex(({ own, network }) => own === undefined && isFor(insertion, network))
  const alone = entries.length === 0 ? placeAlone(insertion, current, valuesOfPost) : null
  const base = alone?.text ?? placed[leading]?.text ?? current
  return {
    base,
    own: placed.map(({ text }, index) => (entries[index]?.own === undefined && text === base ? undefined : text)),
    leftOut: placed.map(({ leftOut }) => leftOut),
    faults: [...(alone?.faults ?? []), ...placed.flatMap(({ faults }) => faults)],
  }
}

interface PlacedIn {
  readonly text: string
  readonly leftOut: readonly string[]
  readonly faults: readonly Fault[]
}

const isFor = ({ networks }: Insertion, network: Network): boolean =>
  networks.length === 0 || networks.includes(network)

function placeIn(
  insertion: Insertion,
  { network, values, limits, own }: Entry,
  current: string,
  path: string,
): PlacedIn {
  if (!isFor(insertion, network)) return { text: current, leftOut: [], faults: [] }
  const filled = fillIn(insertion.networkTexts[network] ?? insertion.content, values)
  const faults = filled.missing.map((name) => emptyVariable(name, path))
  const join = (addition: string) => joinTo(current, addition, insertion, own === undefined ? insertion.at : null)
  if (insertion.kind !== 'hashtags') return { text: join(filled.text), leftOut: [], faults }
  const { taken, leftOut } = chooseTags(filled.text, current, limits, insertion, join)
  return { text: taken.length === 0 ? current : join(taken.join(' ')), leftOut, faults }
}

function placeAlone(insertion: Insertion, current: string, values: Values): Pick<PlacedIn, 'text' | 'faults'> {
  const { text, missing } = fillIn(insertion.content, values)
  return {
    text: joinTo(current, text, insertion, insertion.at),
    faults: missing.map((name) => emptyVariable(name, '/post')),
  }
}

/**
 * Chooses the hashtags for a network. Of a set with more than it advises, each use takes the next ones. With `shorten`,
 * those that make the text too long are left out, from the end.
 */
function chooseTags(
  set: string,
  current: string,
  limits: Limits | undefined,
  { uses, shorten }: Insertion,
  join: (addition: string) => string,
): { readonly taken: readonly string[]; readonly leftOut: readonly string[] } {
  const tags = set.split(/\s+/).filter((tag) => tag !== '')
  const rule = limits?.hashtags
  const room = rule ? Math.max(0, (rule.advised ?? rule.max) - countTags(current)) : tags.length
  const from = tags.length > room && tags.length > 0 ? (uses * room) % tags.length : 0
  const taken = [...tags.slice(from), ...tags.slice(0, from)].slice(0, room)
  const leftOut: string[] = []
  while (shorten && limits && taken.length > 0 && isTooLong(join(taken.join(' ')), limits)) {
    const last = taken.pop()
    if (last !== undefined) leftOut.unshift(last)
  }
  return { taken, leftOut }
}

const countTags = (text: string): number => text.match(/(?<![^\s])#\S/g)?.length ?? 0

const isTooLong = (text: string, { text: rules, dialect }: Limits): boolean =>
  rules.some((rule) => count(text, rule, dialect, rule.max) > rule.max)

function joinTo(current: string, addition: string, { kind }: Insertion, at: number | null): string {
  if (kind === 'snippet' && at !== null) {
    const place = wholeCharacterAt(current, at)
    return current.slice(0, place) + addition + current.slice(place)
  }
  if (current.trim() === '') return addition
  if (kind === 'snippet') return `${current}${/\s$/.test(current) ? '' : ' '}${addition}`
  return `${current.trimEnd()}${kind === 'first_comment' ? '\n' : '\n\n'}${addition}`
}

/** Returns a position in the text that does not split a character of two units. */
function wholeCharacterAt(text: string, at: number): number {
  const place = Math.min(at, text.length)
  return /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1))
    ? place - 1
    : place
}

const advice: Readonly<Record<Variable, string>> = {
  date: 'Set a time.',
  weekday: 'Set a time.',
  account: 'Choose a connected account.',
  link: 'Add a link.',
}

const emptyVariable = (variable: Variable, path: string): Fault => ({
  path,
  code: 'variable_empty',
  message: `The variable {${variable}} has no value. ${advice[variable]}`,
  params: { variable },
})
