import { z } from 'zod'
import { unixSeconds } from '#connectors/api/unix-seconds.ts'
import type { NetworkNotice } from '#connectors/connector.ts'

/** The part of a webhook that reports that a person revoked a permission or all access. */
const entry = z.object({
  id: z.string().optional(),
  uid: z.string().optional(),
  time: unixSeconds,
  changes: z.array(z.unknown()),
})
const taken = z.object({ field: z.string(), value: z.object({ verb: z.string() }) })

/** Returns the person if they revoked all access or one of the required scopes. */
export function revokedIn(given: unknown, needed: readonly string[]): NetworkNotice[] {
  const { id, uid, time: at = null, changes } = entry.safeParse(given).data ?? { changes: [] }
  const principal = uid ?? id
  const isTaken = changes.some((change) => {
    const parsed = taken.safeParse(change).data
    return parsed?.value.verb === 'revoked' && ['connected', ...needed].includes(parsed.field)
  })
  return principal !== undefined && isTaken ? [{ is: 'revoked', principal, at }] : []
}

const body = z.object({ object: z.string(), entry: z.array(z.unknown()) })

/** Parses the body of a webhook. Returns null if it is not one. */
export function readHook(raw: Buffer): { readonly object: string; readonly entry: readonly unknown[] } | null {
  try {
    return body.safeParse(JSON.parse(raw.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}
