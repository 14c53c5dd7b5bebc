import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { AccountId, PostTargetId, SlotPlanId, UserId } from '#kernel/ids.ts'
import { canonical, type Json } from '#kernel/json.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { settleTags } from '#modules/labels/index.ts'
import { forget } from '#modules/publishing/index.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { type Confirmed, listMediaIds } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { matchTargets } from '../draft/build-rows.ts'
import type { DraftTarget } from '../draft/draft.ts'
import { differs, withEditor } from '../draft/editors.ts'
import type { Fetched } from '../draft/fetch-media.ts'
import { requireNoFaults } from '../draft/refuse-faults.ts'
import { changeUses, lookUpMedia, resolveMedia } from '../draft/resolve-media.ts'
import { resolveTargets } from '../draft/resolve-targets.ts'
import { findLatestFaults, findScheduleFaults, lastTimeOf, resolveMoment } from '../draft/times.ts'
import type { PostAtHand } from '../post-for.ts'
import { listPlatforms } from '../reading/present.ts'
import type { PostPatch } from '../schema/requests.ts'
import type { Intent } from '../state.ts'
import { type PostChanges, type PostRow, readUserTimezone, updatePost } from '../store/posts.ts'
import {
  deleteTargets,
  insertTargets,
  listTargets,
  listTargetsOfPosts,
  type NewTargetRow,
  rewriteTargets,
  type TargetRow,
} from '../store/targets.ts'

/** Values that no user sends, for a post that becomes what it was. */
export interface ExactValues {
  readonly saveAsDraft: boolean
  readonly slotPlanId: SlotPlanId | null
  readonly slotMoves: number
  readonly confirmedWarnings: Confirmed
  readonly editedBy: readonly UserId[]
  /** The targets in order, if the change contains them. */
  readonly targets?: readonly { readonly id: PostTargetId; readonly accountId: AccountId | null }[] | undefined
}

/** A change that a user makes to a post. */
export interface Revision {
  readonly seen: PostAtHand
  readonly patch: PostPatch
  readonly fetched: Fetched
  readonly intent: Intent
  /** The plan that gives the post its new time. */
  readonly slotPlanId?: SlotPlanId | undefined
  readonly exact?: ExactValues | undefined
}

type AuditChanges = Record<string, { from: Json; to: Json }>

/**
 * Declares for each field whether it is stored as given or written out below. A new field does not compile until it is
 * listed here.
 */
const storage = {
  content: 'as given',
  title: 'as given',
  format: 'as given',
  timezone: 'as given',
  saveAsDraft: 'written out',
  tags: 'written out',
  language: 'as given',
  firstComment: 'as given',
  link: 'as given',
  mentions: 'as given',
  settings: 'as given',
  metadata: 'as given',
  platforms: 'written out',
  media: 'written out',
  thread: 'written out',
  scheduledAt: 'written out',
  latestAt: 'written out',
  confirmWarnings: 'written out',
} as const satisfies Readonly<Record<keyof PostPatch, 'as given' | 'written out'>>

type PlainField = {
  [Field in keyof typeof storage]: (typeof storage)[Field] extends 'as given' ? Field : never
}[keyof typeof storage]
const plainFields = Object.keys(storage).filter(
  (field): field is PlainField => storage[field as PlainField] === 'as given',
)

export interface Revised {
  readonly post: PostRow
  readonly known: readonly TargetRow[]
  readonly targets: readonly NewTargetRow[]
  /** The targets with their outcome. Null if they have changed. */
  readonly rows: readonly TargetRow[] | null
  readonly changes: AuditChanges
}

/**
 * Writes a user's changes to posts and their targets. What they have in common is read together. The caller decides what
 * follows from them.
 */
export async function revisePosts(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  revisions: readonly Revision[],
): Promise<Revised[]> {
  const now = deps.clock.now()
  const resolved: Resolved[] = []
  for (const revision of revisions) resolved.push(await resolveRevision(deps, tx, caller, revision))
  const tagged = revisions.filter(({ patch }) => patch.tags)
  const settled = await settleTags(
    tx,
    tagged.map(({ seen, patch }) => ({ profileId: seen.profileId, tags: patch.tags ?? [] })),
    now,
  )
  const known = await listTargetsOfPosts(
    tx,
    revisions.map(({ seen }) => seen),
  )
  const results: Revised[] = []
  for (const [index, revision] of revisions.entries()) {
    const tags = settled[tagged.indexOf(revision)]
    const targets = known.get(revision.seen.id) ?? []
    results.push(await write(tx, caller, revision, { ...(resolved[index] as Resolved), tags, known: targets, now }))
  }
  return results
}

type Resolved = Awaited<ReturnType<typeof resolveRevision>>

/** Finds the files, the accounts and the times that a change names. Refuses what is wrong with them. */
async function resolveRevision(deps: PostDeps, tx: Tx, caller: Caller, revision: Revision) {
  const { seen, patch, fetched, intent } = revision
  const media = resolveMedia(await lookUpMedia(deps, tx, caller, [patch], fetched), patch)
  const resolved = patch.platforms
    ? resolveTargets(patch.platforms, await listProfileAccounts(tx, seen.profileId), {
        media: media.platforms,
        mayLackAccount: intent === 'draft' && seen.status !== 'queued',
      })
    : null
  const { faults, ...times } = await resolveTimes(deps, tx, caller, revision, resolved?.targets)
  requireNoFaults([...faults, ...(resolved?.faults ?? []), ...media.faults])
  return { media, wanted: resolved?.targets ?? null, ...times }
}

interface Writing extends Resolved {
  readonly tags: readonly string[] | undefined
  readonly known: readonly TargetRow[]
  readonly now: Date
}

async function write(
  tx: Tx,
  caller: Caller,
  { seen, patch, intent, slotPlanId, exact }: Revision,
  { media, wanted, scheduledAt, latestAt, tags, known, now }: Writing,
): Promise<Revised> {
  const plain = Object.fromEntries(plainFields.map((field) => [field, patch[field]])) as Pick<PostPatch, PlainField>
  const changes: PostChanges = omitUndefined({
    ...plain,
    tags: tags && [...tags],
    // A scheduled post is no longer a draft, whatever it was saved as.
    saveAsDraft: intent === 'scheduled' ? false : patch.saveAsDraft,
    media: patch.media && media.media,
    thread: patch.thread && media.thread,
    scheduledAt,
    latestAt,
    // A time that a person has chosen is not moved by a plan.
    ...takePlace(slotPlanId, scheduledAt !== undefined || intent !== 'scheduled' || seen.intent !== 'scheduled'),
    confirmedWarnings: patch.confirmWarnings,
    ...(exact && {
      saveAsDraft: exact.saveAsDraft,
      slotPlanId: exact.slotPlanId,
      slotMoves: exact.slotMoves,
      confirmedWarnings: exact.confirmedWarnings,
    }),
  })
  const targets = wanted ? await reviseTargets(tx, seen, known, wanted, now, exact) : known
  const isEdited = differs({ post: seen, targets: known }, { post: { ...seen, ...changes } as PostRow, targets })
  const post = await updatePost(tx, seen.id, {
    ...changes,
    ...(isEdited && { editedBy: exact ? [...exact.editedBy] : withEditor(seen, caller.uid) }),
    intent,
    updatedAt: now,
    version: seen.version + 1,
  })
  if (wanted || patch.media || patch.thread) {
    const named = { media: patch.media ? media.media : [], thread: patch.thread ? media.thread : [] }
    const use = { postId: post.id, mediaIds: listMediaIds(post, targets) }
    await changeUses(tx, use, listMediaIds(named, wanted ?? []))
  }
  const audited = { ...diffForAudit(seen, post), ...diffPlatforms(known, targets) }
  return { post, known, targets, rows: wanted ? null : known, changes: audited }
}

/** Places the post in a plan, or takes it out of its plan if a person chooses its time. */
function takePlace(planId: SlotPlanId | undefined, isChosen: boolean): Pick<PostChanges, 'slotPlanId' | 'slotMoves'> {
  if (planId === undefined && !isChosen) return {}
  return { slotPlanId: planId ?? null, slotMoves: 0 }
}

/** Replaces the known targets with new ones. */
async function reviseTargets(
  tx: Tx,
  post: Pick<PostRow, 'id' | 'ownerUid'>,
  known: readonly TargetRow[],
  targets: readonly DraftTarget[],
  now: Date,
  exact: ExactValues | undefined,
) {
  const matched = matchTargets(post, targets, known, now)
  const { gone } = matched
  const restore = (row: NewTargetRow): NewTargetRow => ({ ...row, ...exact?.targets?.[row.position] })
  const [kept, added] = [matched.kept.map(restore), matched.added.map(restore)]
  const goneIds = gone.map(({ id }) => id)
  await deleteTargets(tx, goneIds)
  await forget(tx, goneIds)
  await rewriteTargets(tx, kept)
  await insertTargets(tx, added)
  return [...kept, ...added]
}

async function resolveTimes(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  { seen, patch, intent }: Revision,
  targets: readonly DraftTarget[] | undefined,
) {
  const readZone = async () =>
    patch.timezone ?? seen.timezone ?? seen.profileTimezone ?? (await readUserTimezone(tx, caller.uid))
  const scheduledAt = await resolveMoment(patch.scheduledAt, readZone)
  const latestAt = await resolveMoment(patch.latestAt, readZone)
  const time = scheduledAt === undefined ? seen.scheduledAt : scheduledAt
  const armsKeptTime = intent === 'scheduled' && seen.intent !== 'scheduled' && scheduledAt === undefined
  const latest = latestAt === undefined ? seen.latestAt : latestAt
  const isChecked = latest !== null && (latestAt !== undefined || scheduledAt !== undefined || targets !== undefined)
  const lastAt = isChecked ? lastTimeOf(time, targets ?? (await listTargets(tx, seen.id))) : null
  const faults = [
    ...(time && (scheduledAt || armsKeptTime) ? findScheduleFaults(deps, time) : []),
    ...findLatestFaults(latest, lastAt),
  ]
  return { scheduledAt, latestAt, faults }
}

const shownInAudit = [...plainFields, 'tags', 'saveAsDraft', 'scheduledAt', 'latestAt', 'media', 'thread'] as const

function diffPlatforms(before: readonly NewTargetRow[], after: readonly NewTargetRow[]): AuditChanges {
  const changes: AuditChanges = {}
  for (const [field, list] of [
    ['platforms', listPlatforms],
    ['delays', listDelays],
  ] as const) {
    const [from, to] = [list(before), list(after)]
    if (canonical(from) !== canonical(to)) changes[field] = { from, to }
  }
  return changes
}

/** Lists the platforms that follow the post later, such as `mastodon +600`. */
const listDelays = (rows: readonly NewTargetRow[]): string[] =>
  rows.flatMap(({ network, overrides: { delaySeconds } }) =>
    delaySeconds ? [`${platformIdOf(network)} +${delaySeconds}`] : [],
  )

function diffForAudit(before: PostRow, after: PostRow): AuditChanges {
  const changes: AuditChanges = {}
  for (const field of shownInAudit) {
    const [from, to] = [before[field], after[field]].map((value) => JSON.parse(JSON.stringify(value)) as Json)
    if (canonical(from) !== canonical(to)) changes[field] = { from: from ?? null, to: to ?? null }
  }
  return changes
}
