import { type Fault, refuse } from '#kernel/errors.ts'
import type { Confirmed } from '../draft/written.ts'
import { type Judgement, type PostIssue, unconfirmed } from './check-post.ts'

/** Refuses on errors, and on warnings that have not been confirmed. */
export function demandPublishable(judgement: Pick<Judgement, 'errors' | 'warnings'>, confirmed: Confirmed): void {
  demandNoFaults(judgement.errors.map(asFault))
  const open = unconfirmed(judgement.warnings, confirmed)
  if (open.length === 0) return
  const codes = [...new Set(open.map(({ code }) => code))]
  refuse('warnings_unconfirmed', {
    detail: `${open.map(({ message }) => message).join(' ')} To go on, send \`confirmWarnings\`: ${JSON.stringify(codes)}.`,
    warnings: open.map(asFault),
  })
}

export function demandNoFaults(errors: readonly Fault[]): void {
  if (errors.length === 0) return
  const foreign = errors.find(({ code }) => code === 'media_forbidden')
  if (foreign) refuse('media_forbidden', { detail: `${foreign.path} ${foreign.message}`, errors })
  refuse('validation_failed', { errors, detail: errors.map(({ path, message }) => `${path} ${message}`).join(' ') })
}

const asFault = ({ path = '', code, message, ...rest }: PostIssue): Fault => ({ path, code, message, ...rest })
