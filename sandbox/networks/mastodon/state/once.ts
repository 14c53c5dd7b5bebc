import type { Clock } from '../../../core/kit/clock.ts'

const rememberedMs = 3_600_000

type Made = { readonly statusId: string } | { readonly scheduledId: string }

/**
 * Stores the result of each `Idempotency-Key` of an account for an hour. The body does not matter: a repeated key with
 * another text returns the first result. A key is stored only on success, so a rejection does not use it up.
 */
export function createOnce(clock: Clock) {
  const made = new Map<string, { readonly what: Made; readonly untilMs: number }>()
  const nameOf = (account: string, key: string) => `${account}:${key}`
  return {
    recall(account: string, key: string | null): Made | null {
      const known = key === null ? undefined : made.get(nameOf(account, key))
      return known && known.untilMs > clock.ms() ? known.what : null
    },
    remember(account: string, key: string | null, what: Made): void {
      if (key === null) return
      // All keys have the same lifetime, so the expired ones come first.
      for (const [name, { untilMs }] of made) {
        if (untilMs > clock.ms()) break
        made.delete(name)
      }
      made.delete(nameOf(account, key))
      made.set(nameOf(account, key), { what, untilMs: clock.ms() + rememberedMs })
    },
  }
}

export type Once = ReturnType<typeof createOnce>
