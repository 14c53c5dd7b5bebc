import { refuse } from '#kernel/errors.ts'
import { pageOfWhole, type ShortListQuery } from '#kernel/page.ts'
import { type Network, platformFields, readPlatform } from '#rules/network-names.ts'
import { callControl } from './control.ts'
import type { SandboxDeps } from './deps.ts'
import type { FaultKind } from './schema.ts'

/** A rule as reported by the sandbox. Its networks have the same names as ours. */
interface SandboxRule {
  readonly id: number
  readonly network: Network
  readonly kind: FaultKind
  readonly times?: number
  readonly struck: number
}

interface FaultParams {
  readonly kind: FaultKind
  readonly times?: number | undefined
  readonly delayMs?: number | undefined
  readonly retryAfterMs?: number | undefined
}

/** Reads the rules about networks. The sandbox can also simulate chat faults, which the API does not expose. */
async function readRules(deps: SandboxDeps): Promise<readonly SandboxRule[]> {
  const { faults } = (await callControl(deps, { method: 'GET', path: '/faults' })) as { faults: readonly SandboxRule[] }
  return faults.filter(({ network }) => readPlatform(network) === network)
}

const shown = ({ network, kind, times, struck }: SandboxRule) => ({
  ...platformFields(network),
  kind,
  left: times === undefined ? null : times - struck,
  struck,
})

/** Lists the faults that the sandbox networks currently simulate. */
export async function listFaults(deps: SandboxDeps, query: ShortListQuery = {}) {
  const { items, ...rest } = pageOfWhole(await readRules(deps), query, ({ id }) => String(id))
  return { faults: items.map(shown), ...rest }
}

/** Makes a sandbox network simulate a fault, replacing its previous ones. */
export async function setFault(deps: SandboxDeps, platform: string, params: FaultParams) {
  const network = networkOf(platform)
  await removeFaults(deps, platform)
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
  const body = { network, ...given }
  const { fault } = (await callControl(deps, { method: 'POST', path: '/faults', body })) as { fault: SandboxRule }
  return shown(fault)
}

/** Clears the faults of a sandbox network, and returns those of the others. */
export async function removeFaults(deps: SandboxDeps, platform: string) {
  const network = networkOf(platform)
  for (const rule of await readRules(deps))
    if (rule.network === network) await callControl(deps, { method: 'DELETE', path: `/faults/${rule.id}` })
  return await listFaults(deps)
}

/** Clears the faults of all sandbox networks. */
export async function removeAllFaults(deps: SandboxDeps) {
  await callControl(deps, { method: 'DELETE', path: '/faults' })
  return await listFaults(deps)
}

interface ClockAnswer {
  readonly now: string
}

/** Reads the time on the sandbox networks. */
export const readClock = async (deps: SandboxDeps) =>
  clockIn(await callControl(deps, { method: 'GET', path: '/clock' }))

/** Advances the time on the sandbox networks only. */
export const moveClock = async (deps: SandboxDeps, advanceMs: number) =>
  clockIn(await callControl(deps, { method: 'POST', path: '/clock', body: { advanceMs } }))

const clockIn = (answer: unknown) => ({ now: new Date((answer as ClockAnswer).now) })

const networkOf = (platform: string): Network => readPlatform(platform) ?? refuse('platform_not_found')
