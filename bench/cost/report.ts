import { median, printTable } from '../tools/figures.ts'
import type { Case } from './cases.ts'
import type { Spent } from './plan.ts'

/** The cost of a post of one kind. */
export interface Cost {
  /** The cost of writing it and of publishing it alone. */
  readonly write: Spent
  readonly publish: Spent
  /** The cost of publishing it among others that are due at the same instant. */
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
  const alone = found.map(([{ name }, { write, publish, rowBytes, logBytes }]) => {
    const both = (part: (typeof parts)[number], show: (value: number) => string): string =>
      `${show(write[part])} + ${show(publish[part])}`
    const count = (value: number): string => value.toFixed(0)
    const own = [both('oursMs', ms), both('postgresMs', ms), both('statements', count), both('databaseBytes', kb)]
    return [name, ...own, kb(publish.outsideBytes), `${kb(rowBytes)}, ${kb(logBytes)}`]
  })
  const first = ['processor, ms', 'PostgreSQL, ms', 'statements']
  printTable(['a post', ...first, 'to and from the database, KB', 'outside, KB', 'stored, log, KB'], alone)
  const crowds = found.map(([{ name }, { crowded }]) => {
    const { oursMs, postgresMs, statements, databaseBytes } = crowded
    return [name, ms(oursMs), ms(postgresMs), statements.toFixed(1), kb(databaseBytes)]
  })
  console.log()
  printTable(['among many due at once', ...first, 'database, KB'], crowds)
}
