import type { Caller } from '#kernel/caller.ts'
import type { Fault } from '#kernel/errors.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import { toArming } from '../actions/prepare-posts.ts'
import type { CheckedTarget } from '../check/check-draft.ts'
import { findObstacles } from '../check/require-publishable.ts'
import { findRecycleObstacles } from '../check/require-recyclable.ts'
import { type Arming, listSamePosts, nameFaults } from '../check/same-post/list-same-posts.ts'
import { digestTargets } from '../check/same-post/post-digest.ts'
import type { PostDeps } from '../deps.ts'
import { loadNewPosts, type NewDraft } from '../draft/load-new-posts.ts'
import { readTextsAhead } from '../draft/read-ahead.ts'
import type { NewPost } from '../schema/bodies.ts'
import { listPostsByIds } from '../store/posts.ts'
import { type ImportRow, limitFaults, pathOfRow } from './read-import.ts'

/** A row and what an import would do with it. */
export interface CheckedRow {
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
export async function checkImport(
  deps: PostDeps,
  caller: Caller,
  profileId: ProfileId,
  rows: readonly ImportRow[],
): Promise<CheckedRow[]> {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const posts = ids.length === 0 ? [] : await listPostsByIds(deps.db, ids)
  const existing = new Set(posts.filter((post) => post.profileId === profileId).map(({ id }) => id))
  const isNew = ({ id, input }: ImportRow) => input !== null && !(id && existing.has(id))
  const inputs = rows.flatMap((one) => (isNew(one) && one.input ? [one.input] : []))
  const drafts = new Map<NewPost, NewDraft>()
  for (const draft of await loadNewPosts(deps, caller, inputs, { needs: 'editor' })) drafts.set(draft.input, draft)

  const checked: CheckedRow[] = []
  const armings: (Arming & { readonly row: number })[] = []
  for (const { row, id, input, faults } of rows) {
    const base = { row, scheduledAt: null, postId: null, errors: [], warnings: [] }
    const draft = input && drafts.get(input)
    if (id && existing.has(id)) checked.push({ ...base, outcome: 'exists', postId: id })
    else if (!draft) checked.push({ ...base, outcome: 'faulty', errors: faults })
    else {
      const { targets, ...found } = await checkRow(deps, row, draft)
      checked.push({ ...base, ...found })
      const digests = digestTargets(targets, draft.files)
      const prepared = { draft, checked: targets, digests, path: pathOfRow(row) }
      armings.push({ ...toArming(prepared, null, deps.clock.now()), row })
    }
  }
  return addSame(deps, checked, armings)
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

async function checkRow(deps: PostDeps, row: number, draft: NewDraft) {
  const { saveAsDraft, confirmWarnings } = draft.input
  const errors = [...draft.faults]
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
    ? { message: 'must not be in the past; leave it empty to import a draft' }
    : { message }
