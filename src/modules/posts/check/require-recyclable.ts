import type { Db } from '#infra/db/client.ts'
import type { Fault } from '#kernel/errors.ts'
import type { Confirmed, RecycleConfig } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import type { Draft } from '../draft/draft.ts'
import { loadStoredPosts, type NewDraft } from '../draft/load-posts.ts'
import { refuseFaults } from '../draft/refuse-faults.ts'
import type { PostRow } from '../store/posts.ts'
import { listTargets } from '../store/targets.ts'
import { checkDraft, type PostIssue } from './check-draft.ts'
import { listUnconfirmed, refuseWarnings } from './require-publishable.ts'

/** Finds obstacles to recycling a new post as requested. */
export function findRecycleObstacles(
  deps: Pick<PostDeps, 'connectors'>,
  draft: NewDraft,
): { readonly errors: readonly Fault[]; readonly warnings: readonly Fault[] } {
  const { recycle, confirmWarnings } = draft.input
  if (!recycle?.enabled) return { errors: [], warnings: [] }
  const errors = findVariationFaults(deps, draft, recycle)
  const open = listUnconfirmed(findRepeatWarnings(deps, draft, recycle), confirmWarnings)
  return { errors: errors.map(inRecycle), warnings: open.map(inRecycle) }
}

const inRecycle = ({ path = '', ...rest }: PostIssue): Fault => ({ path: `/recycle${path}`, ...rest })

/** Warns that a network rejects repeated texts, if the post has no variations. */
function findRepeatWarnings(
  { connectors }: Pick<PostDeps, 'connectors'>,
  { targets }: Pick<Draft, 'targets'>,
  { variations }: Pick<RecycleConfig, 'variations'>,
): PostIssue[] {
  if (variations.length > 0) return []
  const networks = [...new Set(targets.map(({ network }) => network))]
  return networks.flatMap((network) => {
    const limits = connectors[network]?.limits
    if (!limits?.refusesRepeats) return []
    const message = `${limits.name} rejects repeated text, so recycled copies will fail.`
    return [{ code: 'repeats_refused', message, path: '/variations', fix: 'Add alternative texts.', network }]
  })
}

/** Finds variations that could not be published instead of the content. */
function findVariationFaults(
  deps: Pick<PostDeps, 'connectors'>,
  draft: Draft,
  { variations }: Pick<RecycleConfig, 'variations'>,
): Fault[] {
  const targets = draft.targets.map(({ overrides: { content: _, ...overrides }, ...target }) => ({
    ...target,
    overrides,
  }))
  return variations.flatMap((content, index) =>
    checkDraft(deps, { ...draft, targets, post: { ...draft.post, content } })
      .errors.filter(({ path }) => path === '/content')
      .map((fault) => ({ ...fault, path: `/variations/${index}` })),
  )
}

/** Refuses recycling settings of a stored post that could not work. */
export async function requireRecyclable(
  deps: Pick<PostDeps, 'connectors'>,
  db: Db,
  post: PostRow,
  recycle: RecycleConfig,
  confirmed: Confirmed,
): Promise<void> {
  const [draft] = await loadStoredPosts(db, [{ post, rows: await listTargets(db, post.id) }])
  if (!draft) throw new Error('one post is loaded as one draft')
  const faults = findVariationFaults(deps, draft, recycle)
  if (faults.length > 0) refuseFaults(faults)
  const open = listUnconfirmed(findRepeatWarnings(deps, draft, recycle), confirmed)
  if (open.length > 0) refuseWarnings(open.map(({ path = '', ...rest }) => ({ path, ...rest })))
}
