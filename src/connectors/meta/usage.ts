import { z } from 'zod'
import type { Answer, Reading } from '#connectors/connector.ts'

/**
 * Meta does not report remaining calls, only the used percentage of a quota, for the app and for each page. Usage
 * decays gradually, and only a blocked client is informed how long it is blocked.
 */
type Headers = Answer['headers']

const percent = z.number().min(0)
const usage = z.object({ call_count: percent, total_cputime: percent.optional(), total_time: percent.optional() })
const pageUsage = usage.partial().extend({ estimated_time_to_regain_access: z.number().min(0).optional() })
const business = z.record(z.string(), z.array(pageUsage))

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const minuteMs = 60_000

export function meter({ headers }: Answer): readonly Reading[] {
  const now = Date.parse(headers.date ?? '')
  if (Number.isNaN(now)) return []
  const app = usage.safeParse(jsonOf(headers['x-app-usage'])).data
  const pages = pagesOf(headers)
  const readings: Reading[] = []
  if (app) readings.push({ scope: 'app', remaining: left([app]), resetsAt: new Date(now + hourMs) })
  if (pages.length > 0)
    readings.push({ scope: 'account', remaining: left(pages), resetsAt: new Date(now + (regainMs(headers) ?? dayMs)) })
  return readings
}

/** Returns how long a blocked client stays blocked, or null if the response does not say. */
export function regainMs(headers: Headers): number | null {
  const minutes = Math.max(0, ...pagesOf(headers).map((one) => one.estimated_time_to_regain_access ?? 0))
  return minutes === 0 ? null : Math.min(minutes * minuteMs, dayMs)
}

type Share = z.infer<typeof pageUsage>

const pagesOf = (headers: Headers) =>
  Object.values(business.safeParse(jsonOf(headers['x-business-use-case-usage'])).data ?? {}).flat()

const left = (all: readonly Share[]): number =>
  Math.max(
    0,
    100 -
      Math.ceil(
        Math.max(0, ...all.flatMap((one) => [one.call_count ?? 0, one.total_cputime ?? 0, one.total_time ?? 0])),
      ),
  )

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
