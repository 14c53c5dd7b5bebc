import { z } from 'zod'
import type { Failure } from '#connectors/connector.ts'
import { jsonOf, type ParsedError } from '#connectors/verdicts/verdict-table.ts'

const word = z.string().min(1).max(2_000)

/** Google has two error formats: that of its APIs, in which the first reason identifies the case, and that of OAuth. */
const ofApi = z.object({
  error: z.object({
    message: word.nullish().catch(null),
    status: word.nullish().catch(null),
    errors: z
      .array(z.object({ reason: word.nullish().catch(null), message: word.nullish().catch(null) }))
      .nullish()
      .catch(null),
  }),
})
const ofOAuth = z.object({ error: word, error_description: word.nullish().catch(null) })

export function parse(failure: Failure): ParsedError | null {
  const { status, code: ours } = failure
  if (status === null) return null
  if (ours !== null && ours !== 'unreadable') return { status, code: ours, message: null }
  const json = jsonOf(failure)
  const api = ofApi.safeParse(json).data?.error
  if (api) {
    const [first] = api.errors ?? []
    return { status, code: first?.reason ?? api.status ?? null, message: first?.message ?? api.message ?? null }
  }
  const oauth = ofOAuth.safeParse(json).data
  return { status, code: oauth?.error ?? null, message: oauth?.error_description ?? null }
}
