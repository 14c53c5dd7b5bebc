import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#infra/db/client.ts'
import type { Connected } from './people.ts'
import { analyze, outcome, schedule } from './scheduled.ts'

/** A constant number of due posts, while workers publish them. */
interface Backlog {
  /** Keeps it full for this long. Returns the number of posts published so far. */
  keep(durationMs: number): Promise<number>
  /** Waits until workers have emptied it. */
  drain(): Promise<void>
}

const drainsWithinMs = 60_000

/**
 * Creates an empty backlog, which is filled once `keep` is called. It should contain at most half a minute's
 * throughput: posts that are a minute late are published a minute apart for each account, and that delay would be
 * measured instead.
 */
export function createBacklog(db: Db, ownerUid: string, accounts: readonly Connected[], size: number): Backlog {
  let written = 0
  let published = 0
  const fill = async (): Promise<void> => {
    const now = new Date()
    const posts = Array.from({ length: Math.max(0, size - (written - published)) }, () => {
      written += 1
      return { account: accounts[written % accounts.length]!, dueAt: now, text: `post ${written}` }
    })
    if (posts.length > 0) await schedule(db, ownerUid, posts)
  }
  return {
    async keep(durationMs) {
      await fill()
      await analyze(db)
      for (const until = performance.now() + durationMs; performance.now() < until; ) {
        await sleep(500)
        published = (await outcome(db)).published
        await fill()
      }
      return published
    },
    async drain() {
      for (const until = performance.now() + drainsWithinMs; performance.now() < until; await sleep(250)) {
        published = (await outcome(db)).published
        if (published >= written) return
      }
      throw new Error(`${written - published} posts were not published within ${drainsWithinMs / 1_000} s`)
    },
  }
}
