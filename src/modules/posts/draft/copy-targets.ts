import type { AccountId } from '#kernel/ids.ts'
import type { PostRow } from '../store/posts.ts'
import type { NewTargetRow, TargetRow } from '../store/targets.ts'
import { buildTargetRow } from './build-rows.ts'

/**
 * Copies targets to a new post. An account that can no longer be used is left open, and the platform's default account
 * is used when the copy is armed or dispatched.
 */
export function copyTargets(
  targets: readonly Pick<TargetRow, 'accountId' | 'network' | 'position' | 'overrides'>[],
  copy: Pick<PostRow, 'id' | 'ownerUid'>,
  usable: { has(accountId: AccountId): boolean },
  now: Date,
): NewTargetRow[] {
  const open = new Set<string>()
  return targets.flatMap(({ accountId: named, network, position, overrides }) => {
    const accountId = named && usable.has(named) ? named : null
    if (accountId === null && open.has(network)) return []
    if (accountId === null) open.add(network)
    return [buildTargetRow(copy, { network, accountId, overrides }, position, now)]
  })
}
