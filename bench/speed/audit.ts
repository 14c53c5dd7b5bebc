import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrateDatabase } from '#app/database.ts'
import { inTx, openDb, openPool } from '#infra/db/client.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { createLog } from '#infra/log/log.ts'
import { createSeal } from '#infra/seal/seal.ts'
import { newId } from '#kernel/ids.ts'
import { createSealer, verifyAudit, writeAudit } from '#modules/audit/index.ts'
import { median, pssMb } from '../tools/processes.ts'

/**
 * Measures sealing and proving the audit log against PostgreSQL reading and hashing the same rows, in turn, in one run.
 */
const entries = Number(process.argv[2] ?? 100_000)
const rounds = 5
const writers = 6
const clock = { now: () => new Date() }
const seal = createSeal({ key: randomBytes(32), previousKeys: [] })

const folder = await mkdtemp(join(tmpdir(), 'posthorn-bench-'))
const embedded = await startEmbedded({ dataDir: folder, say: () => {} })
const db = openDb(openPool(embedded.connection, { name: 'bench', max: writers, statementTimeoutMs: 60_000 }, () => {}))
try {
  await migrateDatabase(embedded.connection)
  await Promise.all(Array.from({ length: writers }, () => fill(Math.ceil(entries / writers))))
  const sealing = await secondsOf(() =>
    createSealer({ db, clock, seal, config: { dataDir: folder }, log: createLog({ level: 'warn' }) }).tick(),
  )
  const verifying: number[] = []
  const hashing: number[] = []
  const reading: number[] = []
  let proved = 0
  const before = pssMb(process.pid)
  let memoryMb = 0
  let cpuMicros = 0
  for (let round = 0; round < rounds; round++) {
    const cpu = process.cpuUsage()
    verifying.push(
      await secondsOf(async () => {
        const verdict = await verifyAudit(db, [], seal)
        if (verdict.faultCount > 0) throw new Error(verdict.faults.join('\n'))
        proved = verdict.entries
      }),
    )
    const { user, system } = process.cpuUsage(cpu)
    cpuMicros += (user + system) / rounds
    memoryMb = Math.max(memoryMb, pssMb(process.pid))
    hashing.push(await secondsOf(() => sql`select count(md5(e::text)) from audit_entry e`.execute(db)))
    reading.push(await secondsOf(() => sql`select count(e.leaf) from audit_entry e`.execute(db)))
  }
  const perSecond = (seconds: number) => `${Math.round(proved / seconds).toLocaleString('en')} entries/s`
  const verify = median(verifying)
  console.log(`entries  ${proved.toLocaleString('en')}`)
  console.log(`seal     ${perSecond(sealing)}`)
  console.log(`verify   ${perSecond(verify)}, median of ${rounds} (wanted: over 50,000)`)
  console.log(
    `         the slowest ${perSecond(Math.max(...verifying))}, the fastest ${perSecond(Math.min(...verifying))}`,
  )
  console.log(`cpu      ${(cpuMicros / proved).toFixed(1)} µs of this process for each entry that verify proves`)
  console.log(
    `md5      ${perSecond(median(hashing))} in SQL; verify takes ${(verify / median(hashing)).toFixed(2)} times that`,
  )
  console.log(
    `count    ${perSecond(median(reading))} in SQL; verify takes ${(verify / median(reading)).toFixed(1)} times that`,
  )
  console.log(`memory   ${before.toFixed(0)} MB before, at most ${memoryMb.toFixed(0)} MB after a verification`)
} finally {
  await db.destroy()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function fill(count: number): Promise<void> {
  const [uid, owner] = [newId<'usr'>(clock.now()), newId<'usr'>(clock.now())]
  const caller = { kind: 'user', uid, keyId: null, requestId: 'req_0123456789abcdef' } as const
  for (let done = 0; done < count; done += 500) {
    await inTx(db, async (tx) => {
      for (let n = done; n < Math.min(count, done + 500); n++) {
        await writeAudit(tx, {
          at: clock.now(),
          caller,
          ownerUid: owner,
          action: 'profile.updated',
          subject: `prof_${n}`,
          changes: { name: { from: `Harbour ${n}`, to: `Port ${n}` }, timezone: { from: null, to: 'Europe/Berlin' } },
        })
      }
    })
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}
