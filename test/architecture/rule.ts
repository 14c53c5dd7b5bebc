import type { Tree } from './tree.ts'

/** One rule of the architecture. A developer reads `holds` and `instead` when it fails. */
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

/** An exception to a rule, with its reason. A path that ends in `/` covers the folder. */
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
