import type { Db } from '#infra/db/client.ts'
import { type Fault, refuse } from '#kernel/errors.ts'
import type { Confirmed } from '../content.ts'
import type { Draft, DraftTarget } from '../draft/draft.ts'
import { type Checked, checkDraft, type PostIssue } from './check-draft.ts'
import { listQuotaWarnings, type QuotaDeps, type When } from './expect-quota.ts'

interface PublishableOptions extends When {
  readonly confirmed: Confirmed
}

interface Obstacles<Target extends DraftTarget> {
  /** The content that will be sent, target by target. */
  readonly targets: Checked<Target>['targets']
  readonly errors: readonly Fault[]
  /** Warnings that have not been confirmed. Not checked if there are errors. */
  readonly warnings: readonly Fault[]
}

/** Checks a draft that is to be published, and returns everything that prevents it. */
export async function findObstacles<Target extends DraftTarget>(
  deps: QuotaDeps,
  db: Db,
  draft: Draft<Target>,
  { confirmed, ...when }: PublishableOptions,
): Promise<Obstacles<Target>> {
  const { targets, errors, warnings } = checkDraft(deps, draft)
  if (errors.length > 0) return { targets, errors: errors.map(asFault), warnings: [] }
  const isQuotaAccepted = confirmed === true || confirmed.includes('quota_expected')
  const expected = isQuotaAccepted ? [] : await listQuotaWarnings(deps, db, targets, when)
  return { targets, errors: [], warnings: listUnconfirmed([...warnings, ...expected], confirmed).map(asFault) }
}

/** Refuses with warnings that a user has to confirm. */
export function refuseWarnings(open: readonly Fault[]): never {
  const codes = JSON.stringify([...new Set(open.map(({ code }) => code))])
  const messages = open.map(({ message }) => message).join(' ')
  refuse('warnings_unconfirmed', {
    detail: `${messages} To publish anyway, send \`confirmWarnings\`: ${codes}.`,
    warnings: open,
  })
}

/** Returns the warnings that have not been confirmed. */
export const listUnconfirmed = (warnings: readonly PostIssue[], confirmed: Confirmed): readonly PostIssue[] =>
  confirmed === true ? [] : warnings.filter(({ code }) => !confirmed.includes(code))

const asFault = ({ path = '', ...rest }: PostIssue): Fault => ({ path, ...rest })
