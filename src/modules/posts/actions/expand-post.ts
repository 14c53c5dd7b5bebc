import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { submitForApproval } from '../approvals/actions.ts'
import { mustSubmit, requireMayChange } from '../approvals/contributors.ts'
import { type Confirmed, listMediaIds } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { armPost } from '../dispatch/arm-post.ts'
import { enqueuePost } from '../dispatch/enqueue-posts.ts'
import { buildTargetRow } from '../draft/build-rows.ts'
import { withEditor } from '../draft/editors.ts'
import { nothingFetched } from '../draft/fetch-media.ts'
import { requireNoFaults } from '../draft/refuse-faults.ts'
import { changeUses, fetchNamedMedia, lookUpMedia, resolveMedia, settleNamedMedia } from '../draft/resolve-media.ts'
import { resolveTargets } from '../draft/resolve-targets.ts'
import { rollUp } from '../outcomes/roll-up.ts'
import { postFor, requireMayPublish, requireMove } from '../post-for.ts'
import { keyByPlatform, listPlatforms, type PresentedPost, presentPost } from '../reading/present.ts'
import type { ExpandInput } from '../schema/requests.ts'
import { updatePost } from '../store/posts.ts'
import { insertTargets, listTargets, type NewTargetRow, type TargetRow } from '../store/targets.ts'

type Expanded = PresentedPost & { readonly added: string[]; readonly skipped: string[] }

/** Sends a post to more platforms that it is neither published nor being published to. */
export async function expandPost(deps: PostDeps, caller: Caller, id: PostId, input: ExpandInput): Promise<Expanded> {
  requireMayPublish(caller)
  const before = await postFor(deps, deps.db, caller, id, 'write')
  const isArmed = requireMove('expand', before) !== 'store'
  const lookup = await settleNamedMedia(deps, caller, input)
  const fetched = isArmed ? await fetchNamedMedia(deps, caller, before.profileId, input, lookup) : nothingFetched
  return inTx(deps.db, async (tx) => {
    const seen = await postFor(deps, tx, caller, id, 'write')
    const move = requireMove('expand', seen)
    await requireMayChange(deps, tx, seen)
    const isSubmitted = move !== 'store' && (await mustSubmit(tx, seen))
    const known = await listTargets(tx, id)
    const media = resolveMedia(await lookUpMedia(deps, tx, caller, [input], fetched), input)
    const { targets, faults } = resolveTargets(input.platforms, await listProfileAccounts(tx, seen.profileId), {
      media: media.platforms,
      mayLackAccount: move === 'store',
    })
    requireNoFaults([...faults, ...media.faults])

    const now = deps.clock.now()
    const fresh: NewTargetRow[] = []
    const again: TargetRow[] = []
    const reached: TargetRow[] = []
    for (const target of targets) {
      const there = known.find((row) => row.network === target.network && row.accountId === target.accountId)
      if (!there) fresh.push(buildTargetRow(seen, target, known.length + fresh.length, now))
      else if (move === 'enqueue' && mayGoAgain.has(there.status)) again.push(there)
      else reached.push(there)
    }
    if (fresh.length + again.length === 0) refuse('nothing_to_expand')
    await insertTargets(tx, fresh)
    const post = await updatePost(tx, id, {
      updatedAt: now,
      version: seen.version + 1,
      editedBy: withEditor(seen, caller.uid),
    })
    const use = { postId: id, mediaIds: listMediaIds(post, [...known, ...fresh]) }
    await changeUses(tx, use, listMediaIds({ media: [], thread: [] }, fresh))
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: seen.ownerUid,
      action: 'post.expanded',
      subject: toWire('post', id),
      changes: { platforms: { from: null, to: listPlatforms([...fresh, ...again]) } },
    })
    const arm = () => {
      const ids = new Set([...fresh, ...again].map((row) => row.id))
      const confirmed = mergeConfirmed(input.confirmWarnings, post.confirmedWarnings)
      const guard = { days: seen.profileSamePostDays }
      return armPost(deps, tx, post, { fetched, confirmed, only: (row) => ids.has(row.id), guard })
    }
    const all = [...known, ...fresh]
    const result =
      move === 'enqueue'
        ? await enqueuePost(deps, tx, await arm(), { startsAt: now })
        : (await rollUp(deps, tx, [move === 'check' ? (await arm()).post : post]))[0]
    if (isSubmitted) await submitForApproval(deps, tx, caller, result.post)
    const names = { added: listKeys(all, [...fresh, ...again]), skipped: listKeys(all, reached) }
    return { ...presentPost(result.post, result.targets), ...names }
  })
}

/** Statuses of targets that are neither published nor in progress. */
const mayGoAgain: ReadonlySet<TargetRow['status']> = new Set(['pending', 'failed', 'cancelled'])

const mergeConfirmed = (given: Confirmed, before: Confirmed): Confirmed =>
  given === true || before === true ? true : [...before, ...given]

/** Returns the keys of some targets of a post, as used in maps: a second account on a platform has its ID. */
const listKeys = (all: readonly NewTargetRow[], some: readonly NewTargetRow[]): string[] =>
  Object.entries(keyByPlatform(all.map(({ id, ...row }) => ({ ...row, value: id }))))
    .filter(([, id]) => some.some((row) => row.id === id))
    .map(([key]) => key)
