import process from 'node:process'
import { openDb, openPool } from '#infra/db/client.ts'
import { createPlanner } from '#modules/planning/index.ts'

/** One scheduler in its own process, for `schedulers.ts`: it runs until it is killed. */
const connectionString = process.env.DATABASE_URL
if (!connectionString) throw new Error('The environment must name DATABASE_URL.')
const quiet = { debug() {}, info() {}, warn() {}, error: (...messages: unknown[]) => console.error(...messages) }
const db = openDb(openPool({ connectionString }, { name: 'planner', max: 4, statementTimeoutMs: 30_000 }, () => {}))
createPlanner({ db, clock: { now: () => new Date() }, log: quiet }).start()
// The planner's timers hold no process alive.
setInterval(() => {}, 60_000)
process.send?.('ready')
