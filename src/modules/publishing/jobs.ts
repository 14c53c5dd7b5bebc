import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { type NameDeps, nameThose } from './actions/name-late.ts'

/** Asks networks for the ids of posts that are out without one: of these, or of all of the last days. */
export const nameLate = defineJob<{ readonly ids?: readonly string[]; readonly scheduledFor?: string }>(
  'publishing.name-late',
)

export const publishingHandlers = (deps: NameDeps): readonly Handled[] => [
  handle(nameLate, ({ ids }, { signal }) => nameThose(deps, ids ?? null, signal)),
]
