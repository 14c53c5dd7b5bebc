import type { Node } from 'typescript/unstable/ast'

/** The value of an expression, as far as it is known without running the code. */
export type Value =
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  /** A list of unknown length, with one item that stands for all. */
  | { readonly kind: 'some'; readonly item: Value }
  | { readonly kind: 'record'; readonly names: readonly string[]; read(name: string): Value }
  | { readonly kind: 'function'; readonly node: Node; readonly scope: Scope }
  /** A value that is known only at run time. `from` is the parameter that it comes from. */
  | { readonly kind: 'unknown'; readonly from?: Node | undefined }

/** The parameters that are bound where an expression is evaluated. */
export interface Scope {
  readonly bound: ReadonlyMap<Node, Value>
  readonly outer: Scope | null
  /** Distinguishes the calls of one function. */
  readonly path: string
}

export const constant = (value: string | number | boolean | null | undefined): Value => ({ kind: 'constant', value })
export const ofSql = (text: string): Value => ({ kind: 'sql', text })

/** Assembles statements as the code would, from what is known without running it. */
export interface Evaluator {
  evaluate(node: Node, scope: Scope): Value
  apply(called: Value, given: readonly Value[], at: Node): Value
  /** Writes a value as a part of a statement: a fragment as its text, anything else as a parameter. */
  write(value: Value, node?: Node): string
}

/** Stands for a parameter of a statement until they are numbered. */
export const placeholder = '\u0000'

/** A statement that cannot be assembled without running the code. */
export class Unresolved extends Error {
  readonly from: Node | undefined
  constructor(message: string, from?: Node) {
    super(message)
    this.from = from
  }
}

/** Decides an unknown condition. The same key always gets the same decision within a statement. */
export type Choose = (key: string, options: number) => number

/**
 * Runs `put` until each condition has had both outcomes, and returns the results. Conditions are not combined
 * with each other: twelve filters of a list make thirteen statements, not four thousand.
 */
export function everyOutcome<Result>(put: (choose: Choose) => Result): Result[] {
  const results: Result[] = []
  const covered = new Set<string>()
  const open: ReadonlyMap<string, number>[] = [new Map()]
  for (let prefix = open.shift(); prefix; prefix = open.shift()) {
    const made = new Map<string, number>()
    results.push(
      put((key, options) => {
        const decided = made.get(key) ?? prefix.get(key) ?? 0
        if (!made.has(key)) {
          for (let other = 0; other < options; other += 1) {
            if (other === decided) covered.add(`${key}=${other}`)
            else if (!covered.has(`${key}=${other}`)) {
              covered.add(`${key}=${other}`)
              open.push(new Map([...made, [key, other]]))
            }
          }
          made.set(key, decided)
        }
        return decided
      }),
    )
  }
  return results
}
