import { takeTurns } from '#infra/streams/turns.ts'
import { type Exception, eachUpcoming, type Occurrence, type Schedule, type Span, startOfSpan } from './schedule.ts'

interface Limits extends Partial<Span> {
  /** The maximum number of runs of all rules together. */
  readonly most: number
  readonly mostOfEach?: number
}

/**
 * The maximum number of runs before the time range that are followed because their rules count them, for all rules of a
 * response. Rules beyond that are left out, to bound the cost of a response.
 */
const passedMax = 20_000

interface Line<Rule> {
  readonly rule: Rule
  readonly runs: Iterator<Occurrence, undefined>
  next: Occurrence
}

/** Lists the upcoming runs of rules, earliest first. Follows each rule only as far as the list goes. */
export async function mergeRuns<Rule extends Schedule>(
  rules: readonly { readonly rule: Rule; readonly exceptions: readonly Exception[] }[],
  { from, to, most, mostOfEach = most }: Limits,
): Promise<(Occurrence & { readonly rule: Rule })[]> {
  const turn = takeTurns()
  const lines: Line<Rule>[] = []
  let passed = 0
  for (const { rule, exceptions } of rules) {
    const start = from && to ? startOfSpan(rule, exceptions, { from, to }) : rule.decidedUntil
    const runs = eachUpcoming(rule, exceptions, start)
    let next = runs.next().value
    for (; next && from && next.runsAt < from && passed < passedMax; passed++) {
      await turn()
      next = runs.next().value
    }
    if (next && (!from || next.runsAt >= from)) lines.push({ rule, runs: runs.take(mostOfEach - 1), next })
    await turn()
  }
  const found: (Occurrence & { readonly rule: Rule })[] = []
  while (found.length < most) {
    const line = earliestOf(lines)
    if (!line || (to && line.next.runsAt >= to)) break
    found.push({ rule: line.rule, ...line.next })
    const { value } = line.runs.next()
    if (value) line.next = value
    else lines.splice(lines.indexOf(line), 1)
    await turn()
  }
  return found
}

const earliestOf = <Rule>(lines: readonly Line<Rule>[]): Line<Rule> | undefined =>
  lines.reduce<Line<Rule> | undefined>(
    (first, line) => (first && first.next.runsAt <= line.next.runsAt ? first : line),
    undefined,
  )
