import { writeSync } from 'node:fs'
import process from 'node:process'
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
    writeSync(1, `${rows[0].id}\n`)
  }
}
await Promise.all([write(), write(), write(), write()])
