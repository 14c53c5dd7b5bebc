import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Inserts numbered rows one after the other, and so knows when the database took writes, and which it acknowledged. */
export interface Pulse {
  /** Times at which rows were acknowledged. */
  readonly times: readonly number[]
  /** Counts acknowledged rows that were sent after a moment. One that was in flight then is not among them. */
  countSentAfter(moment: number): number
  /** Returns the longest time without a row since a moment, and when it ended. */
  longestGap(sinceMs: number): { readonly ms: number; readonly endedAt: number }
  /** Stops, and counts acknowledged rows that are not there. */
  stop(): Promise<number>
}

const everyMs = 100
const answerMs = 2_000

/** Writes by one address. At the end it reads by another where the first leads to a server that has been replaced. */
export async function startPulse(
  connectionString: string,
  table = 'bench_pulse',
  readAt = connectionString,
): Promise<Pulse> {
  const times: number[] = []
  const acknowledged: { readonly no: number; readonly sentAt: number }[] = []
  let client: pg.Client | null = null
  let isOver = false
  const connect = async (at = connectionString): Promise<pg.Client> => {
    const made = new pg.Client({ connectionString: at, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
    made.on('error', () => {})
    await made.connect()
    return made
  }
  const beat = async (no: number): Promise<void> => {
    try {
      client ??= await connect()
      const sentAt = Date.now()
      await client.query(`insert into ${table} values ($1)`, [no])
      acknowledged.push({ no, sentAt })
      times.push(Date.now())
    } catch {
      // A connection without an answer cannot be ended in order.
      void client?.end().catch(() => {})
      client = null
    }
  }
  const first = await connect()
  await first.query(`create table if not exists ${table} (no bigint)`)
  await first.query(`truncate ${table}`)
  await first.end()
  const beating = (async () => {
    for (let no = 0; !isOver; no++, await sleep(everyMs)) await beat(no)
  })()
  return {
    times,
    countSentAfter: (moment) => acknowledged.filter(({ sentAt }) => sentAt > moment).length,
    longestGap(sinceMs) {
      const from = times.findLastIndex((at) => at <= sinceMs)
      const gaps = times
        .slice(Math.max(0, from))
        .map((at, nth, all) => ({ ms: at - (all[nth - 1] ?? at), endedAt: at }))
      return gaps.reduce((longest, gap) => (gap.ms > longest.ms ? gap : longest), { ms: 0, endedAt: sinceMs })
    },
    async stop() {
      isOver = true
      await beating
      await client?.end().catch(() => {})
      const last = await connect(readAt)
      const { rows } = await last.query<{ no: string }>(`select no from ${table}`)
      await last.end()
      const there = new Set(rows.map(({ no }) => Number(no)))
      return acknowledged.filter(({ no }) => !there.has(no)).length
    },
  }
}
