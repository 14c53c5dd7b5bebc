import type { Db } from '#infra/db/client.ts'
import { type Fault, refuse } from '#kernel/errors.ts'
import type { Confirmed } from '../draft/content.ts'
import type { Draft, DraftTarget } from '../draft/draft.ts'
import { type Checked, checkDraft, type PostIssue } from './check-draft.ts'
import { listQuotaWarnings, type When } from './quota/expect-quota.ts'
import type { QuotaDeps } from './quota/quota-cases.ts'

interface PublishableOptions extends When {
  readonly confirmed: Confirmed
}

/**
 * Checks a draft that is to go out, and refuses on errors and on warnings that have not been confirmed. The result holds
 * what will be sent.
 */
export async function requirePublishable<Target extends DraftTarget>(
  deps: QuotaDeps,
  db: Db,
  draft: Draft<Target>,
  { confirmed, ...when }: PublishableOptions,
): Promise<Checked<Target>> {
  const checked = checkDraft(deps, draft)
  requireNoFaults(checked.errors.map(asFault))
  const isQuotaAccepted = confirmed === true || confirmed.includes('quota_expected')
  const expected = isQuotaAccepted ? [] : await listQuotaWarnings(deps, db, checked.targets, when)
  const open = listUnconfirmed([...checked.warnings, ...expected], confirmed)
  if (open.length === 0) return checked
  const codes = JSON.stringify([...new Set(open.map(({ code }) => code))])
  const messages = open.map(({ message }) => message).join(' ')
  refuse('warnings_unconfirmed', {
    detail: `${messages} To publish all the same, send \`confirmWarnings\`: ${codes}.`,
    warnings: open.map(asFault),
  })
}

export function requireNoFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const foreign = faults.find(({ code }) => code === 'media_forbidden')
  if (foreign) refuse('media_forbidden', { detail: `${foreign.path} ${foreign.message}`, errors: faults })
  refuseFaults(faults)
}

/** Refuses with the faults of fields; each sentence of the detail begins with its field. */
export function refuseFaults(faults: readonly Fault[]): never {
  const detail = faults.map(({ path, message }) => `${path} ${message}`).join(' ')
  refuse('validation_failed', { errors: faults, detail })
}

/** Returns the warnings that have not been confirmed. */
export const listUnconfirmed = (warnings: readonly PostIssue[], confirmed: Confirmed): readonly PostIssue[] =>
  confirmed === true ? [] : warnings.filter(({ code }) => !confirmed.includes(code))

const asFault = ({ path = '', ...rest }: PostIssue): Fault => ({ path, ...rest })
