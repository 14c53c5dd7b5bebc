import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stylesToCheck } from './unchecked.ts'

/** Formats the files that `npm run check` would look at, and fixes what has a safe fix. */
const root = join(import.meta.dirname, '../..')
const { paths } = stylesToCheck(root)
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--no-errors-on-unmatched']
if (paths.length > 0)
  process.exitCode = spawnSync(process.execPath, [...biome, ...paths], { cwd: root, stdio: 'inherit' }).status ?? 1
