import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { openDb, openPool } from '#infra/db/client.ts'
import { inNewDatabase, listTables, markTable, type TextMark, withSession } from '#infra/db/snapshot/index.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { createWatch } from '#modules/admin/index.ts'
import { findHold, findLastSeen, registerStart, releaseHold } from '#modules/installation/index.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { recallSent, settleRecalled } from '#modules/publishing/index.ts'
import { secretKey, startApp, type TestApp } from '#test/harness/app.ts'
import { useTestClock } from '#test/harness/clock.ts'
import { openFreshDatabase, type TestDatabase } from '#test/harness/database.ts'
import { openRoom } from '#test/harness/process.ts'
import { s3AccessKey, startS3Server } from '#test/servers/s3/server.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'
import { uploaded } from '#test/world/media.ts'
import { done } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { installationDeps } from '../../deps.ts'

let t: TestApp
let room: Awaited<ReturnType<typeof openRoom>>
let place: string
let by: Awaited<ReturnType<typeof connectBoth>>

before(async () => {
  t = await startApp({ sandbox: true })
  await registerStart(installationDeps(t.deps))
  by = await connectBoth(t)
  await addPicture()
  room = await openRoom({ DATABASE_URL: addressOf(t.connection), SECRET_KEY: secretKey, DATA_DIR: t.folder })
  place = join(room.path, 'backups')
})
after(async () => {
  await room[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

let pictures = 0
async function addPicture(): Promise<void> {
  pictures += 1
  await uploaded(
    t,
    { token: by.person.token },
    {
      file: await plain(8 * pictures, 8)
        .png()
        .toBuffer(),
    },
  )
}

const post = async (content: string, afterMs: number): Promise<void> => {
  const body = { profileId: by.profileId, platforms: ['bluesky'], content, scheduledAt: inTime(t, afterMs) }
  done(await by.ada.post('/v1/posts', body), 201)
}

const timesSeen = (content: string): number =>
  t.sandbox.ledger.entries({ network: 'bluesky' }).filter(({ text }) => text === content).length

/** Returns an empty database, and the settings of an installation on it. */
async function openEmpty() {
  const connection = await openFreshDatabase()
  const dataDir = join(room.path, `other-${Math.random().toString(36).slice(2)}`)
  return { connection, settings: { DATABASE_URL: addressOf(connection), DATA_DIR: dataDir } }
}

const marksOf = (connection: TestApp['connection']): Promise<Map<string, TextMark>> =>
  withSession(connection, async (session) => {
    const marks = new Map<string, TextMark>()
    for (const table of await listTables(session)) marks.set(table.name, await markTable(session, table))
    return marks
  })

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ name }) => name)
    .sort()

test('a backup of a running service contains every row and file; restored elsewhere, nothing is published twice, and unsent posts are published', async () => {
  await post('sent after the backup', seconds(30))
  await post('sent after the restore', hours(1))
  const made = await room.ask(['backup', place, '--verify'])
  assert.equal(made.status, 0, made.err)
  assert.match(made.out, /verified: restored into a scratch database/)
  assert.match(made.out, /does not contain SECRET_KEY/)
  const before = await marksOf(t.connection)
  await t.advance(minutes(1))
  assert.equal(timesSeen('sent after the backup'), 1)

  const { connection, settings } = await openEmpty()
  const occupied = openPool(connection, { name: 'occupant 1', max: 1, statementTimeoutMs: 0 }, () => {})
  await occupied.query('select 1')
  const restored = await room.ask(['restore', place], settings)
  assert.equal(restored.status, 0, `${restored.err}: the connection of an embedded database is not a problem`)
  await occupied.end()
  assert.match(restored.out, /Publishing is on hold/)
  const there = await marksOf(connection)
  for (const name of ['app_user', 'profile', 'post', 'media', 'grant_secret', 'audit_entry', 'event'].filter((one) =>
    before.has(one),
  ))
    assert.deepEqual(there.get(name), before.get(name), name)
  assert.deepEqual(await filesIn(join(settings.DATA_DIR, 'media')), await filesIn(join(t.folder, 'media')))

  const db = openDb(openPool(connection, { name: 'test', max: 4, statementTimeoutMs: 10_000 }, () => {}))
  const database: TestDatabase = { connection, db, [Symbol.asyncDispose]: () => db.destroy() }
  assert.equal(await findHold(db), 'database_restored')
  await useClockOf(t, db)
  const port = new URL(t.sandbox.url).port
  await using copy = await startApp({ database, settings: { SANDBOX: 'on', SANDBOX_PORT: port, BLUESKY_URL: '' } })
  const deps = { ...copy.deps, clock: t.deps.clock }
  await createDispatcher(deps).tick()
  const recollections = await recallSent(deps, {
    since: (await findLastSeen(copy.db)) ?? new Date(0),
    signal: new AbortController().signal,
  })
  assert.deepEqual(
    recollections.map(({ is }) => is),
    ['there'],
  )
  await settleRecalled(deps, recollections)
  assert.equal(await releaseHold(installationDeps(deps)), true)
  await copy.advance(hours(2))
  assert.deepEqual([timesSeen('sent after the backup'), timesSeen('sent after the restore')], [1, 1])
})

/** Gives a restored database the application's clock, which the tests move. */
async function useClockOf({ now }: TestApp, db: TestDatabase['db']): Promise<void> {
  await useTestClock(db, now())
}

test('a second backup only reads files that are not in the first, and --keep removes older backups and files only they use', async () => {
  await addPicture()
  await t.advance(seconds(1))
  const second = await room.ask(['backup', place])
  assert.match(second.out, /2 files, 1 of them new/)
  const list = await room.ask(['backup', 'list', place])
  assert.equal(list.out.trim().split('\n').length, 2)
  await t.advance(seconds(1))
  const third = await room.ask(['backup', place, '--keep', '1'])
  assert.match(third.out, /2 files, 0 of them new/)
  assert.equal((await readdir(join(place, 'manifests'))).length, 1)
  assert.equal((await readdir(join(place, 'sets'))).length, 1)
  assert.equal((await filesIn(join(place, 'media'))).length, 2)
  assert.equal((await room.ask(['restore', place, '--verify'])).status, 0)
})

test('restore rejects an incomplete backup, a different key, a flipped byte, a missing file and a database with users, and changes nothing', async () => {
  const { connection, settings } = await openEmpty()
  const refused = async (message: RegExp, more: object = {}, words: readonly string[] = []) => {
    const answer = await room.ask(['restore', place, ...words], { ...settings, ...more })
    assert.deepEqual([answer.status, message.test(answer.err)], [1, true], answer.err + answer.out)
    assert.deepEqual([...(await marksOf(connection)).keys()], [])
  }
  await sql`select 1`.execute(t.db)
  const full = await room.ask(['restore', place], { DATA_DIR: settings.DATA_DIR })
  assert.deepEqual([full.status, /Posthorn is running on this database/.test(full.err)], [1, true], full.err)
  await refused(/belongs to another SECRET_KEY/, { SECRET_KEY: '22'.repeat(32) })

  const [manifest = ''] = await readdir(join(place, 'manifests'))
  const set = join(place, 'sets', manifest.replace('.json', ''))
  const spoil = async (
    path: string,
    change: (content: Buffer) => Buffer,
    message: RegExp,
    words?: readonly string[],
  ) => {
    const content = await readFile(path)
    await writeFile(path, change(Buffer.from(content)))
    await refused(message, {}, words)
    await writeFile(path, content)
  }
  const flip = (content: Buffer): Buffer => {
    const at = Math.floor(content.length / 2)
    content[at] = (content[at] ?? 0) ^ 1
    return content
  }
  await spoil(join(set, 'app_user.copy.zst'), flip, /the table app_user differs from what was backed up/)
  await spoil(join(set, 'media-files.jsonl.zst'), flip, /the list of files differs from what was backed up/)
  await spoil(
    join(place, 'manifests', manifest),
    (content) => Buffer.from(content.toString().replace('"rows": ', '"rows": 1')),
    /was changed after it was written/,
  )
  const [folder = ''] = await readdir(join(place, 'media'))
  const [file = ''] = await readdir(join(place, 'media', folder))
  await spoil(
    join(place, 'media', folder, file),
    flip,
    /differs from the one that was backed up: its checksum does not match/,
  )

  const text = await readFile(join(place, 'manifests', manifest))
  await rm(join(place, 'manifests', manifest))
  await refused(/contains no complete backup\. 1 started there but did not finish/)
  await refused(/was not finished: it has no manifest/, {}, ['--backup', manifest.replace('.json', '')])
  await writeFile(join(place, 'manifests', manifest), text)

  assert.equal((await room.ask(['restore', place], settings)).status, 0)
  const again = await room.ask(['restore', place], settings)
  assert.deepEqual([again.status, /This database has users/.test(again.err)], [1, true])
  const no = await room.ask(['restore', place, '--replace'], settings, { answers: ['yes'] })
  assert.deepEqual([no.status, no.out], [1, 'Nothing was changed.\n'])
  const yes = await room.ask(['restore', place, '--replace'], settings, { answers: ['replace'] })
  assert.equal(yes.status, 0, yes.err)
})

test('an interrupted backup has no manifest, and the next one is complete', async () => {
  const killed = join(room.path, 'killed')
  const running = room.begin(['backup', killed])
  await running.says(/^Backup /m)
  running.process.kill('SIGKILL')
  await once(running.process, 'close')
  const refused = await room.ask(['restore', killed, '--verify'])
  assert.match(refused.err, /contains no complete backup/)
  await t.advance(seconds(1))
  assert.equal((await room.ask(['backup', killed, '--keep', '1'])).status, 0)
  assert.equal((await readdir(join(killed, 'sets'))).length, 1)
  assert.equal((await room.ask(['restore', killed, '--verify'])).status, 0)
})

/** Makes three backups in a separate location. */
async function threeBackups(name: string): Promise<string> {
  const own = join(room.path, name)
  for (let nth = 0; nth < 3; nth++) {
    const made = await room.ask(['backup', own])
    assert.equal(made.status, 0, made.err)
    await t.advance(seconds(1))
  }
  return own
}
const emptyZstd = zstdCompressSync(Buffer.alloc(0))

test('names in the backup location are not trusted: forged backups never cause real ones to be removed, and a run keeps its own backup', async () => {
  const own = await threeBackups('forged')
  const real = await readdir(join(own, 'manifests'))
  const files = await filesIn(join(own, 'media'))
  const forge = async (name: string) => {
    await writeFile(join(own, 'manifests', `${name}.json`), '{}')
    await mkdir(join(own, 'sets', name))
    await writeFile(join(own, 'sets', name, 'media-files.jsonl.zst'), emptyZstd)
  }
  // Newer than the first backups, but older than the one that the run makes.
  for (const hex of ['fff0', 'fff1', 'fff2']) await forge(`${real[1]?.slice(0, 20)}-${hex}`)
  const pruned = await room.ask(['backup', own, '--keep', '2'])
  assert.equal(pruned.status, 0, pruned.err)
  assert.equal(pruned.out.match(/does not count as a backup/g)?.length, 3, pruned.out)
  const left = await readdir(join(own, 'manifests'))
  assert.deepEqual(
    real.map((name) => left.includes(name)),
    [false, false, true],
  )
  assert.deepEqual(await filesIn(join(own, 'media')), files)
  assert.equal((await room.ask(['restore', own, '--verify'])).status, 0)

  await forge('9999-01-01T00-00-00Z-0000')
  await forge('zzz')
  const before = await readdir(join(own, 'manifests'))
  const refused = await room.ask(['backup', own, '--keep', '1'])
  assert.equal(refused.status, 1)
  assert.match(refused.out, /The backup \S+ is complete/)
  assert.match(refused.err, /No old backup was removed: the backup 9999-01-01T00-00-00Z-0000 has a time in the future/)
  assert.equal((await readdir(join(own, 'manifests'))).length, before.length + 1)
})

test('nothing is removed before all file lists have been read, and a replaced list counts as unreadable', async () => {
  const own = await threeBackups('lists')
  const names = (await readdir(join(own, 'manifests'))).map((name) => name.replace('.json', ''))
  const everything = await filesIn(own)
  for (const spoilt of names) {
    const list = join(own, 'sets', spoilt, 'media-files.jsonl.zst')
    const content = await readFile(list)
    await writeFile(list, emptyZstd)
    const refused = await room.ask(['backup', own, '--keep', '1'])
    assert.equal(refused.status, 1, refused.out)
    assert.match(
      refused.err,
      new RegExp(`No old backup was removed: the list of files of the backup ${spoilt} can’t be read`),
    )
    await writeFile(list, content)
    const now = await filesIn(own)
    assert.deepEqual(
      everything.filter((file) => !now.includes(file)),
      [],
    )
    await t.advance(seconds(1))
  }
})

test('a backup copied to a newer name is not restored as the newest', async () => {
  const own = await threeBackups('renamed')
  const [oldest = ''] = (await readdir(join(own, 'manifests'))).map((name) => name.replace('.json', ''))
  const newer = '2099-01-01T00-00-00Z-ffff'
  await cp(join(own, 'manifests', `${oldest}.json`), join(own, 'manifests', `${newer}.json`))
  await cp(join(own, 'sets', oldest), join(own, 'sets', newer), { recursive: true })
  const { connection, settings } = await openEmpty()
  const restored = await room.ask(['restore', own], settings)
  assert.equal(restored.status, 1)
  assert.match(restored.err, new RegExp(`The backup ${newer} is a copy of ${oldest}, taken .* under another name`))
  assert.deepEqual([...(await marksOf(connection)).keys()], [])
})

test('a scratch database left by an interrupted verification is reported by doctor and dropped by the next backup, unless it is in use', async () => {
  const [left, inUse] = ['posthorn_verify_0123456789ab', 'posthorn_verify_20260101t000000_0123abcd']
  for (const name of [left, inUse]) await sql.raw(`create database ${name}`).execute(t.db)
  const existing = async () => {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where datname in (${left}, ${inUse}) order by 1`.execute(t.db)
    return rows.map(({ name }) => name)
  }
  await withSession(inNewDatabase(t.connection, inUse), async () => {
    const doctor = await room.ask(['doctor'])
    assert.match(doctor.out, new RegExp(`WARN  backups .*${left}`))
    assert.ok(!doctor.out.includes(inUse))
    assert.equal((await room.ask(['backup', join(room.path, 'drops')])).status, 0)
    assert.deepEqual(await existing(), [inUse])
  })
  assert.equal((await room.ask(['restore', join(room.path, 'drops'), '--verify'])).status, 0)
  assert.deepEqual(await existing(), [])
})

test('the key is written to a separate file, readable only by its owner, and never next to the backup', async () => {
  const file = join(room.path, 'key.txt')
  assert.equal((await room.ask(['backup', place, '--key-file', file])).status, 0)
  assert.equal(await readFile(file, 'utf8'), `${secretKey}\n`)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const beside = await room.ask(['backup', place, '--key-file', join(place, 'key.txt')])
  assert.match(beside.err, /must not be stored with the backup/)
  assert.equal((await room.ask(['backup', 'ftp://user:hidden@example.com/x'])).err.includes('hidden'), false)
  assert.equal((await room.ask(['backup'])).status, 2)
})

test('a bucket stores a backup like a folder does, with a separate key that appears nowhere', async () => {
  await using server = await startS3Server()
  const { bucket, endpoint } = server.settings
  const s3 = {
    BACKUP_S3_ENDPOINT: endpoint ?? '',
    BACKUP_S3_REGION: s3AccessKey.region,
    BACKUP_S3_ACCESS_KEY_ID: s3AccessKey.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3AccessKey.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  }
  const target = `s3://${bucket}/posthorn/one`
  const made = await room.ask(['backup', target, '--keep', '1'], s3)
  assert.equal(made.status, 0, made.err)
  const { settings } = await openEmpty()
  const restored = await room.ask(['restore', target], { ...s3, ...settings })
  assert.equal(restored.status, 0, restored.err)
  assert.deepEqual(await filesIn(join(settings.DATA_DIR, 'media')), await filesIn(join(t.folder, 'media')))
  const wrong = await room.ask(['backup', target], { ...s3, BACKUP_S3_SECRET_ACCESS_KEY: 'planted-wrong' })
  assert.equal(wrong.status, 1)
  assert.doesNotMatch(made.out + made.err + wrong.out + wrong.err, /planted/)
})

test('BACKUP_TO makes scheduled backups and keeps the newest; a late backup raises the alert backup_too_old, and the next one closes it', async () => {
  const planned = join(room.path, 'planned')
  const settings = { BACKUP_TO: planned, BACKUP_SCHEDULE: '0 * * * *', BACKUP_KEEP: '2' }
  await using app = await startApp({ settings })
  await registerStart(installationDeps(app.deps))
  for (let hour = 0; hour < 3; hour++) await app.advance(hours(1))
  assert.equal((await readdir(join(planned, 'manifests'))).length, 2)
  const { rows } = await sql<{ outcome: string }>`select outcome from cron_run where name = 'backup'`.execute(app.db)
  assert.deepEqual(
    rows.map(({ outcome }) => outcome),
    ['done', 'done', 'done'],
  )

  const watch = createWatch(app.deps)
  const open = async () => {
    await watch.tick()
    const found = await sql<{
      kind: string
    }>`select kind from alert where closed_at is null and kind = 'backup_too_old'`.execute(app.db)
    return found.rows.length
  }
  assert.equal(await open(), 0)
  await writeFile(join(planned, 'manifests', 'x.json'), '')
  await rm(planned, { recursive: true })
  await writeFile(planned, 'not a folder')
  for (let hour = 0; hour < 3; hour++) await app.advance(hours(1))
  assert.equal(await open(), 1)
  await rm(planned)
  await app.advance(hours(1))
  assert.equal(await open(), 0)
})
