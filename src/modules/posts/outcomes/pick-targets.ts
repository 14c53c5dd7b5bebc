import { type Fault, refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { platformIdOf, readPlatform } from '#rules/network-names.ts'
import type { TargetRow } from '../store/targets.ts'

/** Picks a post's targets by name: a platform, `<platform>:<accountId>`, or a target ID. */
export function pickTargets(rows: readonly TargetRow[], names: readonly string[] | undefined): readonly TargetRow[] {
  if (names === undefined) return rows
  const faults: Fault[] = []
  const picked = new Set<TargetRow>()
  names.forEach((name, index) => {
    const named = rows.filter((row) => isNamed(row, name))
    for (const row of named) picked.add(row)
    if (named.length === 0)
      faults.push({
        path: `/platforms/${index}`,
        code: 'target_unknown',
        message: `"${name}" is not a target of this post. Its targets are: ${rows.map(({ network }) => platformIdOf(network)).join(', ') || 'none'}.`,
      })
  })
  if (faults.length > 0)
    refuse('validation_failed', { errors: faults, detail: faults.map(({ message }) => message).join(' ') })
  return rows.filter((row) => picked.has(row))
}

function isNamed({ id, network, accountId }: TargetRow, name: string): boolean {
  if (name === toWire('tgt', id)) return true
  const [word = '', account] = name.split(':')
  if (readPlatform(word) !== network) return false
  return account === undefined || (accountId !== null && toWire('acc', accountId) === account)
}
