import type { Tree } from './tree.ts'

/** One rule of the house. What it holds and what to do instead are what a person reads when it turns red. */
export interface Rule {
  readonly id: string
  readonly holds: string
  readonly instead: string
  check(tree: Tree): Iterable<Finding>
}

export interface Finding {
  readonly file: string
  readonly line: number
  readonly found: string
}

export interface Violation extends Finding {
  readonly rule: string
  readonly message: string
}

/** A place where a rule does not hold, and why. A path that ends in `/` covers the folder. */
export interface Exception {
  readonly path: string
  readonly reason: string
}

export const covers = (path: string, file: string): boolean =>
  path.endsWith('/') ? file.startsWith(path) : file === path

export function violationsOf(rules: readonly Rule[], tree: Tree): Violation[] {
  return rules.flatMap((rule) =>
    [...rule.check(tree)].map((finding) => ({
      ...finding,
      rule: rule.id,
      message: `${finding.file}:${finding.line} [${rule.id}] ${finding.found}\n    ${rule.holds}\n    Instead: ${rule.instead}`,
    })),
  )
}
