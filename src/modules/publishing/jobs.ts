import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { type NameDeps, nameLatePosts } from './actions/name-late.ts'

/** Queries networks for the missing IDs of published posts: the given ones, or all from the last days. */
export const nameLate = defineJob<{ readonly ids?: readonly string[]; readonly scheduledFor?: string }>(
  'publishing.name-late',
)

export const publishingHandlers = (deps: NameDeps): readonly Handled[] => [
  handle(nameLate, ({ ids }, { signal }) => nameLatePosts(deps, ids ?? null, signal)),
]
