import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import { CallFailed, type Metrics, type ReadCall } from '#connectors/connector.ts'
import type { Grant } from './auth/grant.ts'
import { errorOf } from './verdicts/verdicts.ts'

const count = z.number().int().min(0).nullish().catch(null)
/** The counters. The name of the save count is undocumented. */
const lifetime = z.object({ impression: count, reaction: count, comment: count, save: count, saves: count })
const counted = z.object({ pin_metrics: z.object({ lifetime_metrics: lifetime.nullish() }).nullish().catch(null) })

/** Reads the counters. A pin without counters, such as in some personal accounts, is left out. */
export async function metrics(
  { http, grant: { accessToken: token } }: ReadCall<Grant>,
  remoteIds: readonly string[],
): Promise<readonly Metrics[]> {
  const all: Metrics[] = []
  for (const remoteId of remoteIds) {
    const path = `/pins/${encodeURIComponent(remoteId)}?pin_metrics=true`
    try {
      const { pin_metrics: reported } = readAnswer(
        await sendJson(http, { name: 'getPin', method: 'GET', path, token }),
        counted,
      )
      const counts = reported?.lifetime_metrics
      if (counts) all.push({ remoteId, counts: named(counts) })
    } catch (error) {
      if (!isGone(error)) throw error
      all.push({ remoteId, counts: null })
    }
  }
  return all
}

type Counts = z.output<typeof lifetime>

function named(counts: Counts): NonNullable<Metrics['counts']> {
  const all = {
    likes: counts.reaction,
    comments: counts.comment,
    saves: counts.save ?? counts.saves,
    impressions: counts.impression,
  }
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value == null ? [] : [[name, value]])))
}

function isGone(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return false
  const parsedError = errorOf(error.failure)
  return parsedError?.status === 404 && parsedError.code === '50'
}
