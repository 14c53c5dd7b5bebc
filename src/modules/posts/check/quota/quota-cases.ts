import type { AccountForPublishing } from '#modules/accounts/index.ts'
import { appScope, costOf, needOf, ownCapsOf, quotasFor } from '#modules/publishing/index.ts'
import type { Quota } from '#rules/limits.ts'
import type { PostDeps } from '../../deps.ts'
import type { CountOf } from '../../store/quota.ts'
import type { CheckedTarget } from '../check-draft.ts'

export type QuotaDeps = Pick<PostDeps, 'connectors' | 'clock' | 'config' | 'quotaMemory'>

/** A quota, and whose use of it is counted. */
export type CountedQuota = readonly [Quota, CountOf]

/** A target, its cost at its network, and the quotas that limit it. */
export interface QuotaCase {
  /** Index in the list of platforms. */
  readonly index: number
  readonly account: AccountForPublishing
  /** The network's name, for messages. */
  readonly name: string
  readonly cost: number
  readonly quotas: readonly CountedQuota[]
}

/** Lists the targets to be published, each with its quotas. */
export function listQuotaCases({ connectors, config }: QuotaDeps, targets: readonly CheckedTarget[]): QuotaCase[] {
  const ownCaps = ownCapsOf(config)
  return targets.flatMap(({ target: { index, account }, outgoing }) => {
    const connector = account && connectors[account.network]
    if (!account || !connector || !outgoing) return []
    const cost = costOf(outgoing)
    const { network, mode, remoteAccountId, facts } = account
    const quotas = quotasFor(connector, facts, outgoing.format, ownCaps)
      .filter((quota) => needOf(quota, cost) > 0)
      .map((quota): CountedQuota => {
        const app = { network, mode, app: appScope(network, mode) }
        return [quota, quota.of === 'app' ? app : { lane: remoteAccountId }]
      })
    return [{ index, account, name: connector.limits.name, cost, quotas }]
  })
}
