import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { newId, type PostId, toWire } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { demandNoFaults } from '../check/require-publishable.ts'
import type { PostDeps } from '../deps.ts'
import { armPost } from '../dispatch/arm-post.ts'
import { nothingFetched } from '../draft/find-media.ts'
import { instantFor, scheduleFaults } from '../draft/times.ts'
import { keepMediaOf } from '../draft/write-post.ts'
import { demandMayPublish, demandMove, postFor } from '../post-for.ts'
import { type PresentedPost, presentPosts } from '../reading/present.ts'
import type { DuplicateWish } from '../schema/wishes.ts'
import { insertPosts, type PostRow, userTimezone } from '../store/posts.ts'
import { insertTargets, type NewTargetRow, targetsOf } from '../store/targets.ts'

/** Copies the content and the targets of a post, without any outcome. With a time, the copy is scheduled. */
export async function duplicatePost(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  id: PostId,
  wish: DuplicateWish,
): Promise<PresentedPost> {
  if (wish.scheduledAt) demandMayPublish(caller)
  const { role: _, profileTimezone, ...source } = await postFor(deps, tx, caller, id, 'editor')
  demandMove('duplicate', source)
  const now = deps.clock.now()
  const zoneOf = async () => wish.timezone ?? source.timezone ?? profileTimezone ?? (await userTimezone(tx, caller.uid))
  const scheduledAt = wish.scheduledAt ? await instantFor(wish.scheduledAt, zoneOf) : null
  demandNoFaults(scheduledAt ? scheduleFaults(deps, scheduledAt) : [])
  const intent = scheduledAt ? 'scheduled' : 'draft'
  const copy: PostRow = {
    ...source,
    id: newId<'post'>(now),
    authorUid: caller.uid,
    intent,
    status: intent,
    statusSince: now,
    round: 0,
    toldRound: 0,
    kind: 'single',
    rootPostId: null,
    parentId: null,
    recycledFromId: null,
    recurringRuleId: null,
    duplicatedFromId: id,
    saveAsDraft: false,
    scheduledAt,
    latestAt: null,
    timezone: wish.timezone ?? source.timezone,
    publishedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  }
  const targets = await copiedTargets(tx, source, copy, now)
  await insertPosts(tx, [copy])
  await insertTargets(tx, targets)
  await keepMediaOf(
    tx,
    copy.id,
    copy,
    targets.map(({ overrides }) => overrides),
    true,
  )
  if (scheduledAt) await armPost(deps, tx, copy, nothingFetched, { confirmed: true })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: copy.ownerUid,
    action: 'post.created',
    subject: toWire('post', copy.id),
    changes: {
      status: { from: null, to: copy.status },
      duplicatedFrom: { from: null, to: toWire('post', id) },
    },
  })
  const [presented] = await presentPosts(tx, [copy])
  if (!presented) throw new Error('one post is presented as one')
  return presented
}

/**
 * Copies the targets. A disconnected account is left open: the platform's default account takes its place when the copy
 * is armed.
 */
async function copiedTargets(tx: Tx, source: PostRow, copy: PostRow, now: Date): Promise<NewTargetRow[]> {
  const connected = new Set((await listProfileAccounts(tx, source.profileId)).map((account) => account.id))
  const rows = (await targetsOf(tx, [source.id])).get(source.id) ?? []
  const open = new Set<string>()
  return rows.flatMap(({ ownerUid, accountId, network, position, overrides }) => {
    const account = accountId && connected.has(accountId) ? accountId : null
    if (account === null && open.has(network)) return []
    if (account === null) open.add(network)
    const id = newId<'tgt'>(now)
    return [{ id, ownerUid, postId: copy.id, accountId: account, network, position, overrides, createdAt: now }]
  })
}
