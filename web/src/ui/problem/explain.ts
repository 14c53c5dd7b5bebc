import { PosthornError } from '@posthorn/sdk'
import type { Messages } from '#web/i18n/index.ts'
import { kindOf } from './problem-kind.ts'

interface Explained {
  readonly title: string
  readonly text: string
}

/** Says in a reader's words what a failure means. Where the service has said it better, its own words stand. */
export function explain(error: Error, { problem, verdicts }: Pick<Messages, 'problem' | 'verdicts'>): Explained {
  const kind = kindOf(error)
  const own: Partial<Record<typeof kind, string>> = problem.texts
  const message =
    error instanceof PosthornError ? verdicts.refusal(error.code, error.message, error.errors) : error.message
  return { title: problem.titles[kind], text: own[kind] ?? message }
}

/** The id by which people who run Posthorn find the request in its log; null: there is none, or nothing to find. */
export const requestToQuote = (error: Error): string | null =>
  error instanceof PosthornError && ['ours', 'refused'].includes(kindOf(error)) && error.status !== 401
    ? error.requestId
    : null
