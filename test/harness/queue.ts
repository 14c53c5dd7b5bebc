import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTx } from '#infra/db/client.ts'
import { createQueue, defineJob, type Handled, handle, type Job } from '#infra/queue/index.ts'
import { epoch, setTestClock } from './clock.ts'
import { openTestDatabase } from './database.ts'

export interface Note {
  readonly text: string
}

export const note = defineJob<Note>('test.note', { retries: 2, retryDelaysMs: [10_000, 60_000] })
export const other = defineJob<Note>('test.other')

/** Opens a queue with these two jobs, run manually on the movable clock, and records what was received and logged. */
export async function openQueue(
  t: TestContext,
  handlers?: readonly Handled[],
  options: { manual?: boolean; jobs?: readonly Job[] } = {},
) {
  const database = await openTestDatabase()
  const { db, connection } = database
  const received: string[] = []
  const logged: { level: string; message: string; fields: object }[] = []
  const write = (level: string) => (fields: object, message: string) => void logged.push({ level, message, fields })
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  let at = epoch
  const clock = { now: () => at }
  const jobs = options.jobs ?? [note, other]
  const another = (known = jobs) => createQueue({ connection, log, clock, jobs: known })
  const queue = another()
  t.after(async () => {
    await queue.stop({ graceMs: 0 })
    await database[Symbol.asyncDispose]()
  })
  const say = async (data: Note) => void received.push(data.text)
  logged.length = 0
  await queue.work(handlers ?? [handle(note, say), handle(other, say)], { manual: options.manual ?? true })
  const advance = async (ms: number) => {
    at = new Date(at.getTime() + ms)
    await setTestClock(db, at)
  }
  const ask = (text: string, options: { runAt?: Date; key?: string } = {}) =>
    inTx(db, (tx) => queue.enqueue(tx, note, { text }, options))
  return { db, queue, another, received, logged, advance, ask, connection, now: () => at }
}

/** Waits until a condition holds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, deadlineMs = 8_000) {
  const started = performance.now()
  while (!(await holds())) {
    if (performance.now() - started > deadlineMs) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await sleep(5)
  }
}
