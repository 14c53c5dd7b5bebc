import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { type NameDeps, nameLatePosts } from './actions/name-late.ts'

/** Asks networks for the missing ids of published posts: of the given ones, or of all from the last days. */
export const nameLate = defineJob<{ readonly ids?: readonly string[]; readonly scheduledFor?: string }>(
  'publishing.name-late',
)

export const publishingHandlers = (deps: NameDeps): readonly Handled[] => [
  handle(nameLate, ({ ids }, { signal }) => nameLatePosts(deps, ids ?? null, signal)),
]
