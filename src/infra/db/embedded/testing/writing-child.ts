import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { start } from './for-tests.ts'

/**
 * The process that the crash tests kill. It prints a number once the row is acknowledged, before it writes the next.
 */
const server = await start(process.argv[2] ?? '')
const pool = new pg.Pool({ ...server.connection, max: 4 })
pool.on('error', () => {})
await pool.query('create table if not exists kept (id bigint generated always as identity primary key, filler text)')

async function write(): Promise<never> {
  for (;;) {
    const { rows } = await pool.query("insert into kept (filler) values (repeat('x', 500)) returning id")
    await tell(`${rows[0].id}\n`)
  }
}

/**
 * Prints a line. On a busy machine the reader falls behind until its pipe is full; this then waits instead of failing.
 */
async function tell(line: string): Promise<void> {
  for (;;) {
    try {
      writeSync(1, line)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      await sleep(5)
    }
  }
}
await Promise.all([write(), write(), write(), write()])
