import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#infra/db/client.ts'
import type { Connected } from './people.ts'
import { analyze, outcome, schedule } from './scheduled.ts'

/** Posts that are due, always as many, while workers publish them. */
export interface Backlog {
  /** Keeps it full for so long. Returns the posts published so far. */
  keep(durationMs: number): Promise<number>
}

/**
 * Fills the backlog for the first time. It should hold no more than half a minute's throughput: posts that are a minute
 * late are published with a gap of a minute for each account, and that would then be measured.
 */
export async function createBacklog(
  db: Db,
  ownerUid: string,
  accounts: readonly Connected[],
  size: number,
): Promise<Backlog> {
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
  await fill()
  await analyze(db)
  return {
    async keep(durationMs) {
      for (const until = performance.now() + durationMs; performance.now() < until; ) {
        await sleep(500)
        published = (await outcome(db)).published
        await fill()
      }
      return published
    },
  }
}
