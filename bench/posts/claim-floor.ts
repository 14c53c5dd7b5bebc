import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { sql } from 'kysely'
import { createClaim } from '#infra/claim/index.ts'
import { openDb, openPool } from '#infra/db/client.ts'

/**
 * The bare claim loop: claims lanes with a due row as the engine does, deletes the row under the fencing token, and
 * releases the lane. Any cost beyond this is the engine's own.
 *
 *     node bench/posts/claim-floor.ts <socket folder> <user> <database> <ms>
 */
const [host = '', user = '', database = '', durationMs = '0'] = process.argv.slice(2)
const pool = openPool({ host, port: 5432, user, database }, { name: 'floor', max: 8, statementTimeoutMs: 0 }, () => {})
const db = openDb(pool)
const claim = createClaim({
  lanes: { table: 'bench_lane', notBefore: ['parked_until'] },
  due: { table: 'bench_task', lane: 'lane_id', dueAt: 'due_at', group: 'network' },
  holder: randomUUID(),
})
const places = 500
const together = 7

let done = 0
const startedAt = performance.now()
while (performance.now() - startedAt < Number(durationMs)) {
  const lanes = await claim.claim(db, { lanes: places, room: { net: places } })
  const waiting = [...lanes]
  const finish = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      const { numAffectedRows } = await sql`update bench_task set due_at = null where id = (
        select id from bench_task where lane_id = ${lane.id} and due_at is not null order by due_at limit 1)
        and ${claim.holds(lane)}`.execute(db)
      done += Number(numAffectedRows)
      await claim.release(db, [lane])
    }
  }
  await Promise.all(Array.from({ length: together }, finish))
}
console.log(JSON.stringify({ done, seconds: (performance.now() - startedAt) / 1_000 }))
await db.destroy()
