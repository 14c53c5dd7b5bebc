import { PosthornError } from '@posthorn/sdk'
import type { Messages } from '#web/i18n/index.ts'
import { kindOf } from './problem-kind.ts'

interface Explained {
  readonly title: string
  readonly text: string
}

/** Explains a failure to the reader. If the service's message is more specific, it is used instead. */
export function explain(error: Error, { problem, verdicts }: Pick<Messages, 'problem' | 'verdicts'>): Explained {
  const kind = kindOf(error)
  const own: Partial<Record<typeof kind, string>> = problem.texts
  const message =
    error instanceof PosthornError
      ? verdicts.refusal(error.code, error.message, [...error.errors, ...error.warnings])
      : error.message
  return { title: problem.titles[kind], text: own[kind] ?? message }
}

/**
 * The request ID by which server administrators find a failure in the log. Null if there is none, or nothing to find.
 */
export const requestToQuote = (error: Error): string | null =>
  error instanceof PosthornError && ['ours', 'refused'].includes(kindOf(error)) && error.status !== 401
    ? error.requestId
    : null
