import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, type PostId, toWire } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { demandNoFaults } from '../check/require-publishable.ts'
import type { PostDeps } from '../deps.ts'
import { armPost } from '../dispatch/arm-post.ts'
import { enqueueTargets } from '../dispatch/enqueue-targets.ts'
import { addressesIn, fetchAll, findMedia } from '../draft/find-media.ts'
import { wantedTargets } from '../draft/resolve-targets.ts'
import { keepMediaOf, withMedia, writtenMedia } from '../draft/write-post.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { demandMayPublish, demandMove, postFor } from '../post-for.ts'
import { type PresentedPost, platformsOf, presentRolledUp } from '../reading/present.ts'
import type { ExpandWish } from '../schema/wishes.ts'
import { updatePost } from '../store/posts.ts'
import { insertTargets, type NewTargetRow, type TargetRow, targetsOf } from '../store/targets.ts'

export type Expanded = PresentedPost & { readonly added: string[]; readonly skipped: string[] }

/** Sends a post to further platforms that it has not reached and is not on its way to. */
export async function expandPost(deps: PostDeps, caller: Caller, id: PostId, wish: ExpandWish): Promise<Expanded> {
  demandMayPublish(caller)
  const before = await postFor(deps, deps.db, caller, id, 'editor')
  const isArmed = demandMove('expand', before) !== 'store'
  const urls = isArmed ? await addressesIn(deps, wish) : []
  const fetched = await fetchAll(deps, caller, before.profileId, urls)
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'editor')
    const move = demandMove('expand', seen)
    const known = (await targetsOf(tx, [id])).get(id) ?? []
    const accounts = await listProfileAccounts(tx, seen.profileId)
    const wanted = wantedTargets(wish.platforms, accounts, move === 'store')
    const written = writtenMedia(await findMedia(deps, tx, caller, wish, fetched), wish)
    demandNoFaults([...wanted.faults, ...written.faults])

    const now = deps.clock.now()
    const fresh: NewTargetRow[] = []
    const again: TargetRow[] = []
    const skipped: string[] = []
    for (const target of withMedia(wanted.targets, written)) {
      const { network, accountId, overrides } = target
      const there = known.find((row) => row.network === network && row.accountId === accountId)
      const isOpen = there && move === 'enqueue' && goesAgain.has(there.status)
      if (there && !isOpen) skipped.push(nameOf(there, [...known, ...fresh]))
      else if (there) again.push(there)
      else {
        const position = known.length + fresh.length
        const { ownerUid } = seen
        fresh.push({
          id: newId<'tgt'>(now),
          ownerUid,
          postId: id,
          accountId,
          network,
          position,
          overrides,
          createdAt: now,
        })
      }
    }
    if (fresh.length + again.length === 0) refuse('nothing_to_expand')
    await insertTargets(tx, fresh)
    const added = new Set<string>([...fresh, ...again].map((row) => row.id))
    const post = await updatePost(tx, id, { updatedAt: now, version: seen.version + 1 })
    await keepMediaOf(
      tx,
      id,
      post,
      [...known, ...fresh].map(({ overrides }) => overrides),
    )
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: seen.ownerUid,
      action: 'post.expanded',
      subject: toWire('post', id),
      changes: { platforms: { from: null, to: platformsOf([...fresh, ...again]) } },
    })
    const names = [...fresh, ...again].map((row) => nameOf(row, [...known, ...fresh]))
    const only = (row: TargetRow) => added.has(row.id)
    if (move === 'store') return { ...presentRolledUp(await rollUp(deps, tx, [post]), id), added: names, skipped }
    const armed = await armPost(deps, tx, post, fetched, { confirmed: confirmedBy(wish, post.confirmedWarnings), only })
    const results =
      move === 'check'
        ? await rollUp(deps, tx, [armed.post])
        : await enqueueTargets(deps, tx, [{ post: armed.post, rows: armed.rows.filter(only), dueAt: now, isNow: true }])
    return { ...presentRolledUp(results, id), added: names, skipped }
  })
}

/** Statuses of targets that are neither published nor under way. */
const goesAgain: ReadonlySet<TargetRow['status']> = new Set(['pending', 'failed', 'cancelled'])

const confirmedBy = ({ confirmWarnings }: ExpandWish, before: true | readonly string[]): true | readonly string[] =>
  confirmWarnings === true || before === true ? true : [...before, ...confirmWarnings]

/** Names a target by its platform, or with its account when it is not the only one there. */
function nameOf(
  row: Pick<TargetRow, 'network' | 'accountId'>,
  all: readonly Pick<TargetRow, 'network' | 'accountId'>[],
): string {
  const isOnly = all.filter(({ network }) => network === row.network).length <= 1
  const platform = platformIdOf(row.network)
  return isOnly || row.accountId === null ? platform : `${platform}:${toWire('acc', row.accountId)}`
}
