import { networks, platformIdOf } from '#rules/network-names.ts'
import type { Environment } from '../environment.ts'

/** A setting given under its old name, from before settings used the networks' real names. */
export interface RenamedSetting {
  readonly from: string
  readonly to: string
}

/**
 * Reads settings such as NET_D_CLIENT_ID under their current names. Version 0.2 is the last to accept the old names. If
 * a setting is given under both names, the current one takes precedence.
 */
export function readFormerNames(given: Environment): {
  readonly environment: Environment
  readonly renamed: readonly RenamedSetting[]
} {
  const renamed = Object.keys(given).flatMap((from) => {
    const to = presentName(from)
    return to === null ? [] : [{ from, to }]
  })
  if (renamed.length === 0) return { environment: given, renamed }
  const former = new Set(renamed.map(({ from }) => from))
  const kept = Object.entries(given).filter(([name]) => !former.has(name))
  const moved = renamed.map(({ from, to }) => [to, given[to]?.trim() ? given[to] : given[from]])
  return { environment: Object.fromEntries([...kept, ...moved]), renamed }
}

function presentName(name: string): string | null {
  const network = networks.find((one) => name.startsWith(`${prefixOf(platformIdOf(one))}_`))
  if (network === undefined || platformIdOf(network) === network) return null
  return prefixOf(network) + name.slice(prefixOf(platformIdOf(network)).length)
}

const prefixOf = (id: string): string => id.toUpperCase().replace('-', '_')
