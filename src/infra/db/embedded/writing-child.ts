import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { start } from './for-tests.ts'

/** What the crash tests kill. A number is on its output once the row is acknowledged, before the next is written. */
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

/** On a busy machine the reader falls behind until its pipe is full: then this waits, and does not end over it. */
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
