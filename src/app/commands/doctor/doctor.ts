import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '#infra/config/config.ts'
import { SettingsFault } from '#infra/config/settings-fault.ts'
import { type Db, openDb, openPool } from '#infra/db/client.ts'
import { findEmbedded } from '#infra/db/embedded/index.ts'
import { LayoutFault, requireOneSchema } from '#infra/db/layout.ts'
import { oldestServer, serverVersion } from '#infra/db/server-version.ts'
import { createStorage } from '#infra/storage/index.ts'
import { createClock } from '#infra/time/clock.ts'
import { findAddressFault, findHold, findLastSeen } from '#modules/installation/index.ts'
import { connectors } from '../../connectors.ts'
import { joinDatabase, migrationsToCome, requireOneLayout } from '../../database.ts'
import { checkMailServer } from '../../secrets/check-secret.ts'
import { type Command, type CommandContext, UsageFault } from '../command.ts'
import { holds } from '../hold.ts'
import { examineBackups, examineScratch } from './examine-backups.ts'
import { examineLogins } from './examine-logins.ts'
import { examineSecrets, examineStoredSecrets } from './examine-secrets.ts'
import type { Finding } from './finding.ts'
import { examineNetworks } from './network-callbacks.ts'
import { examineOpenness } from './openness.ts'
import { examinePublicAddress } from './public-address.ts'

const lowDiskBytes = 512 * 1024 * 1024
const farClockMs = 2_000
const wentBackMs = 5_000

export const doctor: Command = {
  async run(context) {
    const [flag, ...more] = context.args
    if (more.length > 0 || (flag !== undefined && flag !== '--json'))
      throw new UsageFault('accepts no arguments except --json')
    const findings = await examine(context)
    const faults = findings.filter((finding) => !finding.ok).length
    if (flag === '--json') {
      context.say(JSON.stringify({ ok: faults === 0, findings }, null, 2))
      return faults === 0 ? 0 : 1
    }
    for (const { check, ok, isWarning = false, detail, remedy } of findings) {
      const mark = ok ? (isWarning ? 'WARN' : 'ok') : 'FAULT'
      context.say(`${mark.padEnd(5)} ${check.padEnd(9)} ${detail}`)
      if ((!ok || isWarning) && remedy) context.say(`${' '.repeat(16)}${remedy}`)
    }
    context.say(faults === 0 ? 'No problems found.' : `${faults} ${faults === 1 ? 'problem' : 'problems'} found.`)
    return faults === 0 ? 0 : 1
  },
}

async function examine(context: CommandContext): Promise<Finding[]> {
  let config: Config
  try {
    config = context.readConfig()
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    return error.faults.map((detail) => ({
      check: 'settings',
      ok: false,
      detail,
      remedy: 'docs/settings.md lists every setting.',
    }))
  }
  return [
    settingsFinding(config),
    ...examineOpenness(config),
    await storage(config),
    ...(await bucket(config)),
    await mail(config),
    await port(config),
    { check: 'address', ...(await examinePublicAddress(config)) },
    ...examineNetworks(config, connectors),
    ...(await database(config)),
  ]
}

function settingsFinding({ unknownSettings: names }: Config): Finding {
  if (names.length === 0) return { check: 'settings', ok: true, detail: 'All settings are valid.' }
  return {
    check: 'settings',
    ok: true,
    isWarning: true,
    detail: `Unknown settings, ignored: ${names.join(', ')}.`,
    remedy: 'docs/settings.md lists every setting.',
  }
}

async function storage(config: Config): Promise<Finding> {
  const check = 'storage'
  try {
    await mkdir(config.dataDir, { recursive: true })
    await access(config.dataDir, constants.W_OK)
    const { bavail, bsize } = await statfs(config.dataDir)
    const key = await stat(join(config.dataDir, 'secret.key')).catch(() => null)
    if (key && (key.mode & 0o077) !== 0) {
      return {
        check,
        ok: false,
        detail: 'DATA_DIR/secret.key is readable by other users.',
        remedy: 'Run chmod 600 on it, and rotate SECRET_KEY if others had access.',
      }
    }
    const freeBytes = bavail * bsize
    return {
      check,
      ok: freeBytes > lowDiskBytes,
      detail: `${config.dataDir} is writable; ${(freeBytes / 1e9).toFixed(1)} GB are free.`,
      remedy: 'Free up disk space. PostgreSQL stops when the disk is full.',
    }
  } catch (error) {
    return {
      check,
      ok: false,
      detail: `${config.dataDir}: ${(error as Error).message}`,
      remedy: 'Choose a DATA_DIR that this account can write to.',
    }
  }
}

/** Checks the S3 bucket, if the settings name one. */
async function bucket(config: Config): Promise<Finding[]> {
  if (!config.s3) return []
  const check = 'bucket'
  const store = createStorage(config)
  try {
    await store.probe()
    return [{ check, ok: true, detail: `Media is stored in ${config.s3.bucket}, which is reachable.` }]
  } catch (error) {
    const remedy = 'Check the S3 settings. docs/media.md lists the permissions that the key needs.'
    return [{ check, ok: false, detail: (error as Error).message, remedy }]
  } finally {
    await store.close()
  }
}

/** Signs in to the mail server. */
async function mail(config: Config): Promise<Finding> {
  const check = 'mail'
  if (config.smtpUrl === null) {
    const detail = 'SMTP_URL is not set, so each email is written to a file in DATA_DIR/outbox.'
    return { check, ok: true, detail }
  }
  return { check, ...(await checkMailServer(config)) }
}

async function port(config: Config): Promise<Finding> {
  const check = 'port'
  const place = `${config.host}:${config.port}`
  const code = await new Promise<string | null>((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(config.port, config.host, () => server.close(() => resolve(null)))
  })
  if (code === null) return { check, ok: true, detail: `${place} is free.` }
  const running = !config.database && (await findEmbedded(config.dataDir)) !== null
  if (code === 'EADDRINUSE' && running)
    return { check, ok: true, detail: `${place} is in use, and another Posthorn is running on this DATA_DIR.` }
  return {
    check,
    ok: false,
    detail: `Cannot listen on ${place}: ${code}.`,
    remedy: 'Unless that is this Posthorn, stop the program that is listening there, or change PORT or HOST.',
  }
}

async function database(config: Config): Promise<Finding[]> {
  const check = 'database'
  try {
    const joined = await joinDatabase(config, () => {})
    const db = openDb(openPool(joined.connection, { name: 'doctor', max: 2, statementTimeoutMs: 10_000 }, () => {}))
    try {
      const version = await serverVersion(db)
      if (version.number < oldestServer.number) {
        const detail = `PostgreSQL ${version.name} is too old.`
        return [{ check, ok: false, detail, remedy: `Use PostgreSQL ${oldestServer.name} or newer.` }]
      }
      await requireOneSchema(db)
      await requireOneLayout(joined)
      const coming = await migrationsToCome(db)
      if (coming.length > 0) {
        const detail = `PostgreSQL ${version.name}; the next start applies ${coming.join(', ')}.`
        return [{ check, ok: true, detail }]
      }
      return [
        { check, ok: true, detail: `PostgreSQL ${version.name}.` },
        await clock(db),
        await hold(db, config),
        await examineBackups(config, joined.directConnection),
        ...(await examineLogins(config, Object.values(connectors), db)),
        await examineSecrets(config, db),
        ...(await examineStoredSecrets(config, db)),
        ...(await examineScratch(joined.directConnection)),
      ]
    } finally {
      await db.destroy()
      await joined.stop()
    }
  } catch (error) {
    if (error instanceof LayoutFault) return [{ check, ok: false, detail: error.message }]
    const remedy = config.database
      ? 'Check DATABASE_URL, that the server is running, and that this account can connect.'
      : 'Check postgres.log in DATA_DIR, or set DATABASE_URL to another PostgreSQL server.'
    return [{ check, ok: false, detail: (error as Error).message, remedy }]
  }
}

async function clock(db: Db): Promise<Finding> {
  const measured = await createClock(db)
  await measured.stop()
  const offMs = measured.offsetMs()
  const backMs = ((await findLastSeen(db))?.getTime() ?? 0) - measured.now().getTime()
  if (backMs > wentBackMs)
    return {
      check: 'clock',
      ok: false,
      detail: `The database clock went back by at least ${Math.round(backMs / 1_000)} s: Posthorn has seen a later time.`,
      remedy:
        'Check the clock of the database server and synchronize it with NTP. Posts continue to be published in the meantime.',
    }
  return {
    check: 'clock',
    ok: Math.abs(offMs) < farClockMs,
    detail: `The clocks of this machine and the database differ by ${Math.abs(offMs)} ms.`,
    remedy:
      'Synchronize both clocks with NTP. Posthorn compensates for the difference, but timestamps in logs and tokens of other services are affected.',
  }
}

async function hold(db: Db, config: Config): Promise<Finding> {
  const check = 'hold'
  const fault = await findAddressFault(db, config.publicUrlGiven ? config.publicUrl : null)
  if (fault !== null) return { check, ok: false, detail: fault }
  const reason = await findHold(db)
  if (!reason) return { check, ok: true, detail: 'Nothing is on hold.' }
  const { meaning, release } = holds[reason]
  return {
    check,
    ok: false,
    detail: meaning,
    remedy: `Run \`posthorn ${release}\` when due posts may be published from this installation.`,
  }
}
