import { type Violation, violationsOf } from './rule.ts'
import { coreRules } from './rules/cores.ts'
import { decisionRules } from './rules/decisions.ts'
import { exportRules } from './rules/exports.ts'
import { folderRules } from './rules/folders.ts'
import { importRules } from './rules/imports.ts'
import { migrationRules } from './rules/migrations.ts'
import { moduleRules } from './rules/modules.ts'
import { nameRules } from './rules/names.ts'
import { packageRules } from './rules/packages.ts'
import { plainWordRules } from './rules/plain-words.ts'
import { settingRules } from './rules/settings.ts'
import { allWordRules } from './rules/words.ts'
import { readTree, type Tree } from './tree.ts'

export const rules = [
  ...importRules,
  ...moduleRules,
  ...packageRules,
  ...allWordRules,
  ...plainWordRules,
  ...nameRules,
  ...folderRules,
  ...settingRules,
  ...exportRules,
  ...coreRules,
  ...migrationRules,
  ...decisionRules,
]

/** Checks every rule against the tree under `root`. */
export function check(root: string): { readonly tree: Tree; readonly violations: readonly Violation[] } {
  const tree = readTree(root)
  return { tree, violations: violationsOf(rules, tree) }
}

/** `node test/architecture/check.ts [root]` prints the violations. */
if (import.meta.main) {
  const { tree, violations } = check(process.argv[2] ?? process.cwd())
  for (const violation of violations) console.error(violation.message)
  console.error(`${rules.length} rules, ${tree.files.length} files, ${violations.length} violations`)
  process.exitCode = violations.length > 0 || tree.files.length === 0 ? 1 : 0
}
