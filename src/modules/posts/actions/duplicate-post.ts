import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { type PostId, toWire } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { settleTags } from '#modules/labels/index.ts'
import { submitForApproval } from '../approvals/actions.ts'
import { mustSubmit } from '../approvals/contributors.ts'
import { listMediaIds } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { armPost, prepareArming } from '../dispatch/arm-post.ts'
import { unpublished } from '../draft/build-rows.ts'
import { copyTargets } from '../draft/clone-posts.ts'
import { editorsOfCopy } from '../draft/editors.ts'
import { type Fetched, nothingFetched } from '../draft/fetch-media.ts'
import { requireNoFaults } from '../draft/refuse-faults.ts'
import { findScheduleFaults, resolveMoment } from '../draft/times.ts'
import { postFor, requireMayPublish, requireMove } from '../post-for.ts'
import { type PresentedPost, presentPost } from '../reading/present.ts'
import type { DuplicateInput } from '../schema/requests.ts'
import { addMediaUses } from '../store/media-uses.ts'
import { type PostRow, readUserTimezone } from '../store/posts.ts'
import { insertPosts, listTargets } from '../store/targets.ts'

/** Fetches a post's remote files before the transaction, if its copy is scheduled. */
export async function prepareCopy(
  deps: PostDeps,
  caller: Caller,
  id: PostId,
  { scheduledAt }: DuplicateInput,
): Promise<Fetched> {
  if (!scheduledAt) return nothingFetched
  requireMayPublish(caller)
  return prepareArming(deps, caller, id, (post) => void requireMove('duplicate', post))
}

interface Copying {
  readonly id: PostId
  readonly input: DuplicateInput
  readonly fetched: Fetched
}

/** Copies the content and targets of a post, without outcomes. With a time, the copy is scheduled. */
export async function duplicatePost(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  { id, input, fetched }: Copying,
): Promise<PresentedPost> {
  const { role, profileTimezone, profileSamePostDays: days, ...source } = await postFor(deps, tx, caller, id, 'write')
  requireMove('duplicate', source)
  const isSubmitted = Boolean(input.scheduledAt) && (await mustSubmit(tx, { role, profileId: source.profileId }))
  const now = deps.clock.now()
  const readZone = async () =>
    input.timezone ?? source.timezone ?? profileTimezone ?? (await readUserTimezone(tx, caller.uid))
  const scheduledAt = await resolveMoment(input.scheduledAt ?? null, readZone)
  requireNoFaults(scheduledAt ? findScheduleFaults(deps, scheduledAt) : [])
  const [tags = []] = await settleTags(tx, [source], now)
  const copy: PostRow = {
    ...source,
    tags,
    ...unpublished(now, scheduledAt ? 'scheduled' : 'draft'),
    authorUid: caller.uid,
    editedBy: editorsOfCopy(source, caller.uid),
    duplicatedFromId: id,
    saveAsDraft: false,
    scheduledAt,
    latestAt: null,
    timezone: input.timezone ?? source.timezone,
  }
  const connected = new Set((await listProfileAccounts(tx, source.profileId)).map((account) => account.id))
  const rows = copyTargets(await listTargets(tx, source.id), copy, connected, now)
  const stored = await insertPosts(tx, [copy], rows)
  await addMediaUses(tx, [{ postId: copy.id, mediaIds: listMediaIds(copy, rows) }])
  const armed = scheduledAt ? await armPost(deps, tx, copy, { confirmed: true, fetched, guard: { days } }) : null
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
  if (isSubmitted) await submitForApproval(deps, tx, caller, armed?.post ?? copy)
  return presentPost(armed?.post ?? copy, armed?.targets ?? stored.get(copy.id) ?? [])
}
