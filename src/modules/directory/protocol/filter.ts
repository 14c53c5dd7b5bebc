import { ScimFault } from './scim-fault.ts'

/**
 * Filters of SCIM lists (RFC 7644, section 3.4.2.2), limited to what directories send: `eq`, `ne`, `co`, `sw`, `ew`,
 * `and`, `or`, parentheses, and `emails[type eq "work"].value`.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | {
      readonly kind: 'compare'
      /** The attribute in lower case, without the URN of its schema. */
      readonly attribute: string
      readonly operator: Operator
      readonly value: string | boolean | null
    }

const operators = ['eq', 'ne', 'co', 'sw', 'ew'] as const
type Operator = (typeof operators)[number]

const filterLimits = { characters: 2_000, comparisons: 20, levels: 10 } as const

/** Reads a filter, or refuses it with `invalidFilter`. Takes linear time. */
export function parseFilter(text: string): Filter {
  if (text.length > filterLimits.characters) refuseFilter(`It can have up to ${filterLimits.characters} characters.`)
  const tokens = tokenize(text)
  let at = 0
  let comparisons = 0
  const peek = (): Token | undefined => tokens[at]
  const take = (): Token => tokens[at++] ?? refuseFilter('It ends too early.')
  const isWord = (token: Token | undefined, word: string): boolean =>
    token?.kind === 'word' && token.text.toLowerCase() === word
  const expect = (kind: Token['kind'], name: string): void => {
    if (take().kind !== kind) refuseFilter(`It has no ${name} where one is expected.`)
  }

  const chain = (word: 'and' | 'or', next: (level: number) => Filter, level: number): Filter => {
    const parts = [next(level)]
    while (isWord(peek(), word)) {
      at += 1
      parts.push(next(level))
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { kind: word, parts }
  }
  const any = (level: number): Filter => {
    if (level > filterLimits.levels) refuseFilter(`It can be nested up to ${filterLimits.levels} levels deep.`)
    return chain('or', (inner) => chain('and', term, inner), level)
  }
  const term = (level: number): Filter => {
    const token = take()
    if (token.kind === '(') {
      const inner = any(level + 1)
      expect(')', 'closing parenthesis')
      return inner
    }
    if (token.kind !== 'word') return refuseFilter('It has no attribute where one is expected.')
    const attribute = plainName(token.text)
    if (peek()?.kind === '[') return valuePath(attribute, level)
    return comparison(attribute)
  }
  const comparison = (attribute: string): Filter => {
    comparisons += 1
    if (comparisons > filterLimits.comparisons)
      refuseFilter(`It can contain up to ${filterLimits.comparisons} comparisons.`)
    const token = take()
    const operator = operators.find((one) => isWord(token, one))
    if (operator === undefined) return refuseFilter(`Compare with ${operators.join(', ')}, and combine with and, or.`)
    return { kind: 'compare', attribute, operator, value: literalOf(take()) }
  }
  /** Reads `emails[type eq "work"].value eq "…"` and `members[value eq "…"]`. */
  const valuePath = (attribute: string, level: number): Filter => {
    at += 1
    const inner = any(level + 1)
    expect(']', 'closing bracket')
    const next = peek()
    if (next?.kind !== 'sub') return prefixed(attribute, inner)
    at += 1
    // There is one address for each person, so the kind of address doesn't matter.
    return comparison(`${attribute}${next.text.toLowerCase()}`)
  }

  const filter = any(0)
  if (at < tokens.length) refuseFilter('It continues where it should end.')
  return filter
}

function prefixed(attribute: string, filter: Filter): Filter {
  if (filter.kind === 'compare') return { ...filter, attribute: `${attribute}.${filter.attribute}` }
  return { ...filter, parts: filter.parts.map((one) => prefixed(attribute, one)) }
}

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

/** Returns the name of an attribute in lower case, without the URN of a core schema. */
export const plainName = (text: string): string => text.toLowerCase().replace(coreSchema, '')

interface Token {
  readonly kind: '(' | ')' | '[' | ']' | 'word' | 'sub' | 'text'
  readonly text: string
}

function tokenize(text: string): Token[] {
  const pattern = /\s*(?:([()[\]])|"((?:[^"\\]|\\.)*)"|(\.[A-Za-z$][\w$-]*)|([\w$][\w$.:-]*)|$)/suy
  const tokens: Token[] = []
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text) ?? refuseFilter('It contains characters that have no place in a filter.')
    const [, mark, quoted, sub, word] = match
    if (mark !== undefined) tokens.push({ kind: mark as Token['kind'], text: mark })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: unquote(quoted) })
    else if (sub !== undefined) tokens.push({ kind: 'sub', text: sub })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else break
  }
  return tokens
}

function unquote(quoted: string): string {
  try {
    const text: unknown = JSON.parse(`"${quoted}"`)
    if (typeof text === 'string' && text.isWellFormed() && !text.includes('\u0000')) return text
  } catch {
    // Not a JSON string, as the standard requires.
  }
  return refuseFilter('Its values must be JSON strings.')
}

function literalOf({ kind, text }: Token): string | boolean | null {
  if (kind === 'text') return text
  const word = text.toLowerCase()
  if (kind !== 'word' || !['true', 'false', 'null'].includes(word))
    return refuseFilter('A comparison needs a value in double quotes, true or false.')
  return word === 'null' ? null : word === 'true'
}

export function refuseFilter(reason: string): never {
  throw new ScimFault(400, `This filter can’t be used. ${reason}`, 'invalidFilter')
}
