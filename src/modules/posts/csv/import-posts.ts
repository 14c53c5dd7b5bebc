import type { Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { createTogether } from '../actions/create-post.ts'
import { type PreparedPost, preparePosts } from '../actions/prepare-posts.ts'
import { refuseFaults, refuseWarnings } from '../check/require-publishable.ts'
import type { PostDeps } from '../deps.ts'
import { requireMayPublish } from '../post-for.ts'
import { type CheckedRow, checkImport } from './check-import.ts'
import { type ImportRow, pathOfRow } from './read-import.ts'

interface PreparedImport {
  readonly checked: readonly CheckedRow[]
  /** The posts of the rows that have no errors and do not exist yet, in order. */
  readonly posts: readonly PreparedPost[]
}

/** Reports what an import would do with each row. */
export async function reportImport(deps: PostDeps, caller: Caller, profileId: ProfileId, rows: readonly ImportRow[]) {
  const checked = await checkImport(deps, caller, profileId, rows)
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
  const checked = await checkImport(deps, caller, profileId, rows)
  const errors = checked.flatMap((one) => one.errors)
  if (errors.length > 0) refuseFaults(errors)
  const warnings = checked.flatMap((one) => one.warnings)
  if (warnings.length > 0) refuseWarnings(warnings)
  const made = new Set(checked.filter(isMade).map(({ row }) => row))
  const requests = rows.flatMap(({ row, input }) => (input && made.has(row) ? [{ input, path: pathOfRow(row) }] : []))
  return { checked, posts: requests.length === 0 ? [] : await preparePosts(deps, caller, profileId, requests) }
}

/** Stores the posts of an import: all of them or none. */
export async function storeImport(deps: PostDeps, tx: Tx, caller: Caller, { checked, posts }: PreparedImport) {
  const created = posts.length === 0 ? [] : await createTogether(deps, tx, caller, posts)
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
