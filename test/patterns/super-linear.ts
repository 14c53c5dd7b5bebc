import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'

/** A JavaScript pattern. */
export interface Pattern {
  readonly source: string
  readonly flags: string
}

/**
 * The number of repetitions from which a bound is treated as none, because it allows too much work for each character.
 */
const largeBound = 100
const parser = new RegExpParser({ ecmaVersion: 2025 })

/**
 * Returns the reasons why a pattern's time may grow faster than its text: exponentially or polynomially, either of
 * which can block a process. scslre finds what one repeated character can cause. It does not find a search that
 * restarts inside the text it has just scanned, as `\{a[^}]*\}` does at each `{a` of `{a{a{a`; this function finds
 * those.
 */
export function superLinear(pattern: Pattern): string[] {
  const wide = withoutLargeBounds(pattern)
  const { reports } = analyse(wide, {
    reportTypes: { Move: true, Self: true, Trade: true },
    assumeRejectingSuffix: false,
  })
  const isSearch = !pattern.flags.includes('y')
  const found = reports.filter(({ type }) => isSearch || type !== 'Move').map(wordsOf)
  return [...new Set([...found, ...(isSearch ? searchesAgain(wide) : [])])]
}

type Report = ReturnType<typeof analyse>['reports'][number]

function wordsOf(report: Report): string {
  const character = JSON.stringify(report.character.pick)
  switch (report.type) {
    case 'Trade':
      return `${report.startQuant.raw} and ${report.endQuant.raw} can share a run of ${character} in many ways`
    case 'Self':
      return `${report.quant.raw} can cut a run of ${character} in many ways`
    case 'Move':
      return `${report.quant.raw} is tried again from each ${character} of a run`
    default:
      return report satisfies never
  }
}

function withoutLargeBounds({ source, flags }: Pattern): Pattern {
  const bounds: AST.Quantifier[] = []
  visitRegExpAST(parse(source, flags), {
    onQuantifierEnter(quantifier) {
      const { min, max } = quantifier
      if (max !== Number.POSITIVE_INFINITY && max >= largeBound && max > min) bounds.push(quantifier)
    },
  })
  let wide = source
  for (const { element, end, min } of bounds.sort((a, b) => b.end - a.end))
    wide = `${wide.slice(0, element.end)}{${Math.min(min, 1)},}${wide.slice(end)}`
  return { source: wide, flags }
}

const parse = (source: string, flags: string): AST.Pattern =>
  parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })

/**
 * Returns unbounded repetitions inside which the beginning of the pattern can match again, and after which it may fail.
 */
function searchesAgain({ source, flags }: Pattern): string[] {
  const found: string[] = []
  visitRegExpAST(parse(source, flags), {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Number.POSITIVE_INFINITY) return
      const { before, behind, isLookbehind } = around(quantifier)
      const [first] = before
      if (isLookbehind) found.push(`${quantifier.raw} in a look behind is tried from each character`)
      else if (isStart(first) && !flags.includes('m')) return
      else if (isEmpty(rawOf(before), flags, 'ignore') || cannotFail(quantifier, behind, flags)) return
      else if (isInside(`${leadOf(first)}${rawOf(before)}`, quantifier.element.raw, flags))
        found.push(`${rawOf(before)} begins again within ${quantifier.raw}, which is then run through again`)
    },
  })
  return found
}

/** Returns the elements before and after a node, along the path to it. */
function around(node: AST.Quantifier) {
  const before: AST.Element[] = []
  const behind: AST.Element[] = []
  let isLookbehind = false
  let child: AST.Node = node
  for (let at: AST.Node | null = node.parent; at !== null; at = at.parent) {
    if (at.type === 'Alternative') {
      const place = at.elements.indexOf(child as AST.Element)
      before.unshift(...at.elements.slice(0, place))
      behind.push(...at.elements.slice(place + 1))
    }
    if (at.type === 'Assertion' && at.kind === 'lookbehind') isLookbehind = true
    child = at
  }
  return { before, behind, isLookbehind }
}

const rawOf = (elements: readonly AST.Element[]): string => elements.map(({ raw }) => raw).join('')

const isStart = (element: AST.Element | undefined): boolean => element?.type === 'Assertion' && element.kind === 'start'

/** Returns a pattern for the character that a leading lookbehind requires. */
function leadOf(first: AST.Element | undefined): string {
  if (first?.type !== 'Assertion') return ''
  if (first.kind === 'start') return '[\\n\\r\\u2028\\u2029]'
  if (first.kind !== 'lookbehind') return ''
  const taking = first.alternatives.filter(({ elements }) => elements.every(({ type }) => type !== 'Assertion'))
  const [only] = taking
  if (!first.negate) return `(?:${taking.map(({ raw }) => raw).join('|')})`
  return taking.length === 1 && only?.elements.length === 1 ? othersThan(only.elements[0]) : ''
}

/** Returns a pattern for every character outside a class, or an empty one if the element is not a class. */
function othersThan(element: AST.Element | undefined): string {
  switch (element?.type) {
    case 'CharacterClass':
      return element.negate ? `[${element.raw.slice(2)}` : `[^${element.raw.slice(1)}`
    case 'CharacterSet':
    case 'Character':
      return `[^${element.raw}]`
    default:
      return ''
  }
}

/** True if a match is certain after the repetition: nothing has to follow, or only the end, which it always reaches. */
function cannotFail({ element }: AST.Quantifier, behind: readonly AST.Element[], flags: string): boolean {
  const takesAll = /^(?:\[\\s\\S\]|\[\^\])$/.test(element.raw)
  return isEmpty(rawOf(behind), flags, takesAll ? 'ignore' : 'disable')
}

/** Builds the automaton of a pattern. Assertions consume no character, and backreferences may match anything. */
function automatonOf(source: string, flags: string, assertions: 'ignore' | 'disable'): NFA {
  const plain = source.replace(/\\k<\w+>|\\[1-9]/g, '')
  const reading = JS.Parser.fromLiteral({ source: plain, flags: flags.replace(/[gy]/g, '') })
  const { expression, maxCharacter } = reading.parse({ assertions, backreferences: 'disable' })
  return NFA.fromRegex(expression, { maxCharacter })
}

const isEmpty = (source: string, flags: string, assertions: 'ignore' | 'disable'): boolean =>
  automatonOf(source, flags, assertions).test([])

const mostNodes = 100_000

const isInside = (part: string, element: string, flags: string): boolean =>
  !isDisjointWith(
    automatonOf(`[^]*(?:${part})[^]*`, flags, 'ignore'),
    automatonOf(`(?:${element})*`, flags, 'ignore'),
    mostNodes,
  )
