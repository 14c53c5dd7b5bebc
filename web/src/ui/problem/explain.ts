import { PosthornError } from '@posthorn/sdk'
import type { Messages } from '#web/i18n/index.ts'
import { kindOf } from './problem-kind.ts'

interface Explained {
  readonly title: string
  readonly text: string
}

/** Says in a reader's words what a failure means. Where the service has said it better, its own words stand. */
export function explain(error: Error, { titles, texts }: Messages['problem']): Explained {
  const kind = kindOf(error)
  const own: Partial<Record<typeof kind, string>> = texts
  return { title: titles[kind], text: own[kind] ?? error.message }
}

/** The id by which people who run Posthorn find the request in its log; null: there is none, or nothing to find. */
export const requestToQuote = (error: Error): string | null =>
  error instanceof PosthornError && ['ours', 'refused'].includes(kindOf(error)) ? error.requestId : null
