import { median } from '../tools/processes.ts'
import type { Case } from './cases.ts'
import type { Spent } from './plan.ts'

/** The cost of a post of one kind. */
export interface Cost {
  /** The cost of writing it and of publishing it alone. */
  readonly write: Spent
  readonly publish: Spent
  /** To publish it among others that are due at the same instant. */
  readonly crowded: Spent
  readonly rowBytes: number
  readonly logBytes: number
}

const parts = ['oursMs', 'postgresMs', 'statements', 'databaseBytes', 'outsideBytes'] as const

const each = (of: (part: (typeof parts)[number]) => number): Spent => ({
  oursMs: of('oursMs'),
  postgresMs: of('postgresMs'),
  statements: of('statements'),
  databaseBytes: of('databaseBytes'),
  outsideBytes: of('outsideBytes'),
})

export const nothing: Spent = each(() => 0)
export const add = (a: Spent, b: Spent): Spent => each((part) => a[part] + b[part])
export const subtract = (a: Spent, b: Spent): Spent => each((part) => a[part] - b[part])
export const share = (all: Spent, among: number): Spent => each((part) => all[part] / among)
export const medianOf = (some: readonly Spent[]): Spent => each((part) => median(some.map((one) => one[part])))

const ms = (value: number): string => value.toFixed(1)
const kb = (value: number): string => (value / 1_024).toFixed(1)

/** Prints a row for each kind of post: the cost of writing it + publishing it alone, then among many. */
export function printCosts(found: readonly (readonly [Case, Cost])[]): void {
  console.log(
    '| a post | processor, ms | PostgreSQL, ms | statements | to and from the database, KB | outside, KB | stored, log, KB |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [{ name }, { write, publish, rowBytes, logBytes }] of found) {
    const both = (part: (typeof parts)[number], show: (value: number) => string): string =>
      `${show(write[part])} + ${show(publish[part])}`
    const cells = [
      both('oursMs', ms),
      both('postgresMs', ms),
      both('statements', (value) => value.toFixed(0)),
      both('databaseBytes', kb),
      kb(publish.outsideBytes),
      `${kb(rowBytes)}, ${kb(logBytes)}`,
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  console.log('\n| among many due at once | processor, ms | PostgreSQL, ms | statements | database, KB |')
  console.log('|---|---|---|---|---|')
  for (const [{ name }, { crowded }] of found)
    console.log(
      `| ${name} | ${ms(crowded.oursMs)} | ${ms(crowded.postgresMs)} | ${crowded.statements.toFixed(1)} | ${kb(crowded.databaseBytes)} |`,
    )
}
