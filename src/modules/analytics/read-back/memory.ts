import { after, type Clock, isAhead } from '#kernel/clock.ts'
import type { Answer } from './answer.ts'

/**
 * Caches network responses for minutes, so that opening a page again costs no calls. Concurrent requests share one
 * call.
 */
export interface ReadBackMemory {
  /** Returns the cached response, or fetches it. */
  read(key: string, ask: () => Promise<Answer>): Promise<Answer>
}

const mostRemembered = 1_000
const goodForMs = 5 * 60_000
/** For a network that could not be reached. */
const awayForMs = 60_000

export function createReadBackMemory({ clock }: { readonly clock: Clock }): ReadBackMemory {
  const remembered = new Map<string, { readonly answer: Promise<Answer>; goodUntil: Date }>()
  return {
    async read(key, ask) {
      const known = remembered.get(key)
      if (known && isAhead(known.goodUntil, clock.now(), goodForMs)) return known.answer
      if (remembered.size >= mostRemembered) remembered.clear()
      const requested = { answer: ask(), goodUntil: after(clock.now(), goodForMs) }
      remembered.set(key, requested)
      try {
        const answer = await requested.answer
        if (answer.unread) requested.goodUntil = after(clock.now(), awayForMs)
        return answer
      } catch (error) {
        remembered.delete(key)
        throw error
      }
    },
  }
}
