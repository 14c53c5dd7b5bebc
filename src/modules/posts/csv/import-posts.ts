import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Fault } from '#kernel/errors.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import { createPosts } from '../actions/create-post.ts'
import { type PreparedPost, preparePosts, toArming, whose } from '../actions/prepare-posts.ts'
import { mustSubmit } from '../approvals/contributors.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import { readTextsAhead } from '../check/read-ahead.ts'
import { findObstacles, refuseWarnings } from '../check/require-publishable.ts'
import { findRecycleObstacles } from '../check/require-recyclable.ts'
import { type Arming, digestTargets, listSamePosts, nameFaults } from '../check/same-post/list-same-posts.ts'
import type { PostDeps } from '../deps.ts'
import { loadNewPosts, type NewDraft } from '../draft/load-posts.ts'
import { refuseFaults } from '../draft/refuse-faults.ts'
import { requireMayPublish } from '../post-for.ts'
import type { NewPost } from '../schema/requests.ts'
import { listPostsByIds } from '../store/posts.ts'
import { keepPlaces, placeRows, type RowPlace } from './place-rows.ts'
import { type ImportRow, limitFaults, pathOfRow } from './read-import.ts'

interface PreparedImport {
  readonly checked: readonly CheckedRow[]
  /** The posts of the rows that have no errors and do not exist yet, in order. */
  readonly posts: readonly PreparedPost[]
  /** The posting time of each post that asks for one. */
  readonly places: readonly (RowPlace | undefined)[]
  readonly profileId: ProfileId
}

/** Reports how an import would handle each row. */
export async function reportImport(deps: PostDeps, caller: Caller, profileId: ProfileId, rows: readonly ImportRow[]) {
  const { checked } = await checkImport(deps, caller, profileId, rows)
  return {
    ready: checked.every(({ outcome }) => outcome !== 'faulty'),
    posts: checked.filter(isMade).length,
    skipped: checked.filter(({ outcome }) => outcome === 'exists').length,
    rows: checked.map((one) => ({
      ...one,
      errors: one.errors.map((fault) => ({ column: columnOf(fault.path), ...fault })),
      warnings: one.warnings.map((fault) => ({ column: columnOf(fault.path), ...fault })),
    })),
  }
}

const isMade = ({ outcome }: CheckedRow): boolean => outcome === 'draft' || outcome === 'scheduled'
const columnOf = (path: string): string | null => path.split('/')[3] ?? null

/** Checks all rows, and fetches the files of those that will be published. Refuses with the errors of all rows. */
export async function prepareImport(
  deps: PostDeps,
  caller: Caller,
  profileId: ProfileId,
  rows: readonly ImportRow[],
): Promise<PreparedImport> {
  if (rows.some(({ input }) => input?.saveAsDraft === false)) requireMayPublish(caller)
  const { checked, places } = await checkImport(deps, caller, profileId, rows)
  const errors = checked.flatMap((one) => one.errors)
  if (errors.length > 0) refuseFaults(errors)
  const warnings = checked.flatMap((one) => one.warnings)
  if (warnings.length > 0) refuseWarnings(warnings)
  const made = new Set(checked.filter(isMade).map(({ row }) => row))
  const toMake = rows.filter(({ row, input }) => input && made.has(row))
  const requests = toMake.flatMap(({ row, input }) => {
    const timed = places.get(row)?.input ?? input
    return timed ? [{ input: timed, path: pathOfRow(row) }] : []
  })
  const posts = requests.length === 0 ? [] : await preparePosts(deps, caller, profileId, requests)
  return { checked, posts, places: toMake.map(({ row }) => places.get(row)), profileId }
}

/** Stores the posts of an import: all of them or none. */
export async function storeImport(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  { checked, posts, places, profileId }: PreparedImport,
) {
  const drafts = await keepPlaces(
    deps,
    tx,
    caller,
    profileId,
    posts.map(({ draft }, index) => ({ draft, place: places[index] })),
  )
  const placed = posts.map((post, index) => ({ ...post, draft: drafts[index] ?? post.draft }))
  const created = placed.length === 0 ? [] : await createPosts(deps, tx, caller, placed)
  const made = checked.filter(isMade)
  const postOf = new Map(made.map(({ row }, index) => [row, created[index]]))
  return {
    created: created.length,
    skipped: checked.length - made.length,
    rows: checked.map(({ row, postId }) => {
      const post = postOf.get(row)
      return {
        row,
        outcome: post ? ('created' as const) : ('exists' as const),
        postId: post?.id ?? postId,
        status: post?.status ?? null,
        scheduledAt: post?.scheduledAt ?? null,
      }
    }),
  }
}

/** A row, and how an import would handle it. */
interface CheckedRow {
  readonly row: number
  readonly outcome: 'draft' | 'scheduled' | 'exists' | 'faulty'
  readonly scheduledAt: Date | null
  /** The post of the profile that the row was exported from. An import leaves it unchanged. */
  readonly postId: PostId | null
  readonly errors: readonly Fault[]
  /** Warnings that the row does not confirm. */
  readonly warnings: readonly Fault[]
}

/** Checks each row as creating its post would. Stores nothing and fetches no files. */
async function checkImport(
  deps: PostDeps,
  caller: Caller,
  profileId: ProfileId,
  rows: readonly ImportRow[],
): Promise<{ readonly checked: CheckedRow[]; readonly places: ReadonlyMap<number, RowPlace> }> {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const posts = ids.length === 0 ? [] : await listPostsByIds(deps.db, ids)
  const existing = new Set(posts.filter((post) => post.profileId === profileId).map(({ id }) => id))
  const isNew = ({ id, input }: ImportRow) => input !== null && !(id && existing.has(id))
  const inputs = rows.flatMap((one) => (isNew(one) && one.input ? [one.input] : []))
  const drafts = new Map<NewPost, NewDraft>()
  for (const draft of await loadNewPosts(deps, caller, inputs, { needs: 'write' })) drafts.set(draft.input, draft)
  for (const draft of drafts.values()) if (!draft.input.saveAsDraft) await mustSubmit(deps.db, whose(draft))
  const places = await placeRows(deps, caller, rows.filter(isNew), drafts)
  const timed = [...places.values()].flatMap(({ checked: slot, input }) => (slot ? input : []))
  for (const draft of await loadNewPosts(deps, caller, timed, { needs: 'write' })) drafts.set(draft.input, draft)

  const checked: CheckedRow[] = []
  const armings: (Arming & { readonly row: number })[] = []
  for (const { row, id, input, faults } of rows) {
    const base = { row, scheduledAt: null, postId: null, errors: [], warnings: [] }
    const place = places.get(row)
    const draft = input && drafts.get(place?.input ?? input)
    if (id && existing.has(id)) checked.push({ ...base, outcome: 'exists', postId: id })
    else if (!draft) checked.push({ ...base, outcome: 'faulty', errors: faults })
    else {
      const { targets, ...found } = await checkRow(deps, row, draft, place?.faults ?? [])
      checked.push({ ...base, ...found })
      const digests = digestTargets(targets, draft.files)
      const prepared = { draft, checked: targets, digests, path: pathOfRow(row) }
      armings.push({ ...toArming(prepared, null, deps.clock.now()), row })
    }
  }
  return { checked: await addSame(deps, checked, armings), places }
}

/** Adds to each row the warnings about identical posts, both stored ones and those of earlier rows. */
async function addSame(
  { db }: PostDeps,
  checked: readonly CheckedRow[],
  armings: readonly (Arming & { readonly row: number })[],
): Promise<CheckedRow[]> {
  const found = await listSamePosts(db, armings, { locks: false })
  const byRow = new Map(armings.map((arming, index) => [arming.row, nameFaults([arming], [found[index] ?? []])]))
  return checked.map((one) => {
    const same = byRow.get(one.row) ?? []
    return same.length === 0 ? one : { ...one, outcome: 'faulty', warnings: limitFaults([...one.warnings, ...same]) }
  })
}

async function checkRow(deps: PostDeps, row: number, draft: NewDraft, unplaced: readonly Fault[]) {
  const { saveAsDraft, confirmWarnings } = draft.input
  const errors = [...draft.faults, ...unplaced]
  const warnings: Fault[] = []
  let targets: readonly CheckedTarget[] = []
  if (!saveAsDraft && errors.length === 0) {
    await readTextsAhead(deps, draft)
    const when = { confirmed: confirmWarnings, at: draft.scheduledAt, postId: null }
    const obstacles = await findObstacles(deps, deps.db, draft, when)
    if (obstacles.errors.length === 0) targets = obstacles.targets
    for (const found of [obstacles, findRecycleObstacles(deps, draft)]) {
      errors.push(...found.errors)
      warnings.push(...found.warnings)
    }
  }
  const inRow = (fault: Fault): Fault => ({ ...fault, ...inAFile(fault), path: pathOfRow(row) + fault.path })
  const isFaulty = errors.length + warnings.length > 0
  const outcome = isFaulty ? ('faulty' as const) : saveAsDraft ? ('draft' as const) : ('scheduled' as const)
  return {
    outcome,
    /** The targets of a post that will be armed. */
    targets,
    scheduledAt: draft.scheduledAt,
    errors: limitFaults(errors).map(inRow),
    warnings: limitFaults(warnings).map(inRow),
  }
}

/** Replaces advice that does not apply to a file, where a row without a time is a draft. */
const inAFile = ({ code, message }: Fault): Pick<Fault, 'message'> =>
  code === 'scheduled_in_the_past'
    ? { message: 'can’t be in the past. Leave it empty to import as a draft' }
    : { message }
