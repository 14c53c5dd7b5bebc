import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connected, connectAccounts, signUp } from '../posts/people.ts'
import type { Publisher } from '../posts/publisher.ts'
import { timesSeen } from '../posts/sandbox.ts'
import { networksAt } from '../posts/stage.ts'
import { benchRedirect } from '../posts/ways-in.ts'
import { disposeOnSignal } from '../tools/dispose-on-signal.ts'
import { send } from '../tools/http.ts'
import { readOptions } from '../tools/options.ts'
import { freePort, root, startServer } from '../tools/processes.ts'
import { until } from '../tools/until.ts'
import { openDebian } from './debian.ts'

/**
 * Restores to a point in time by following docs/backup.md, with a real PostgreSQL server: an archive of its log, a base
 * backup, posts that are published before and after the target time, and the restore. Posthorn must hold the queue, and
 * after `resume` nothing may be published twice.
 */
readOptions({})
await using all = new AsyncDisposableStack()
disposeOnSignal(all)
const room = await openDebian('posthorn-point-in-time-', all)
const { path, port, place } = room
const apiPort = await freePort()
const wal = join(path, 'wal')
room.run('mkdir', wal)

// docs/backup.md, "A point in time": the settings of the server, with its folder.
const archiving = `
wal_level = replica
archive_mode = on
archive_command = 'test ! -f ${wal}/%f && cp %p ${wal}/%f.part && mv ${wal}/%f.part ${wal}/%f'
archive_timeout = 60s
`
room.init('data-1')
appendFileSync(join(path, 'data-1/postgresql.conf'), archiving)
let server = room.begin('data-1')
await room.untilReady()
room.run('createdb', ...place, '--maintenance-db', 'postgres', 'posthorn')

const sandbox = all.use(await startServer(['sandbox/main.ts', '--port', '0'], {}))
const env = {
  PATH: process.env.PATH ?? '',
  HOME: path,
  DATABASE_URL: `postgres://posthorn@127.0.0.1:${port}/posthorn`,
  SECRET_KEY: randomBytes(32).toString('hex'),
  DATA_DIR: join(path, 'posthorn'),
  PORT: String(apiPort),
  LOG_LEVEL: 'warn',
  SIGN_UP: 'open',
  DEFAULT_PLAN: 'max',
  SANDBOX: 'off',
  RATE_LIMIT_PER_MINUTE: '0',
  ALLOWED_REDIRECTS: benchRedirect,
  ...networksAt(sandbox.url),
}
const faults: string[] = []
const expect = (what: string, is: unknown, wanted: unknown): void => {
  console.log(`${what.padEnd(66)} ${String(is)}`)
  if (is !== wanted) faults.push(`${what}: ${String(is)}, wanted ${String(wanted)}`)
}

const running = await startServer(['bin/posthorn.mjs', 'start'], env)
const ada = await signUp({ ...sandbox, url: running.url })
const accounts = await connectAccounts(ada, sandbox, { profiles: 1, ofEach: 1 })
await writePost(ada, accounts, 'before the base backup')
room.run('pg_basebackup', ...place, '-D', join(path, 'base'), '-Ft', '-z', '-X', 'none', '-c', 'fast')
await writePost(ada, accounts, 'before the moment')
const dueAt = new Date(Date.now() + 8_000)
await writePost(ada, accounts, 'due after the target time', dueAt)
await untilSeen('before the moment')
await sleep(500)
const moment = ask('select now()')
await sleep(500)
await writePost(ada, accounts, 'written after the target time')
for (const text of ['due after the target time', 'written after the target time']) await untilSeen(text)
ask('select pg_switch_wal()')
await until(
  'the log is archived',
  async () => ask('select last_archived_wal is not null from pg_stat_archiver') === 't',
)

// 1. Stop Posthorn and the server. The data directory stays where it is, and a new one takes its place.
await running[Symbol.asyncDispose]()
await server[Symbol.asyncDispose]()
const startedAt = performance.now()
// 2. Unpack the base backup.
room.run('mkdir', '-m', '700', join(path, 'data-2'))
room.run('tar', '-xzf', join(path, 'base/base.tar.gz'), '-C', join(path, 'data-2'))
// 3. Say where the log is, and until when to follow it.
appendFileSync(
  join(path, 'data-2/postgresql.conf'),
  `restore_command = 'cp ${wal}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
)
room.run('touch', join(path, 'data-2/recovery.signal'))
// 4. Start the server, wait for the end of the recovery, start Posthorn.
server = room.begin('data-2')
await until('the recovery is over', async () => ask('select pg_is_in_recovery()') === 'f')
console.log(`restored in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s, to ${moment}`)
expect('posts in the database', ask('select count(*) from post'), '3')
const again = await startServer(['bin/posthorn.mjs', 'start'], env)
expect('hold', ask('select hold_reason from installation'), 'database_restored')
await sleep(10_000)
const counts = async (): Promise<string> => {
  const seen = await timesSeen(sandbox, ['bluesky', 'mastodon'])
  return ['before the base backup', 'before the moment', 'due after the target time', 'written after the target time']
    .map((text) => seen.get(text) ?? 0)
    .join(' ')
}
expect('times out on two networks, while it holds, with a post overdue', await counts(), '2 2 2 2')
expect('answers of the API while it holds', (await fetch(`${again.url}/readyz`)).status, 200)
// 5. posthorn resume.
const resumed = spawnSync(process.execPath, ['bin/posthorn.mjs', 'resume', '--yes'], {
  cwd: root,
  env,
  encoding: 'utf8',
})
console.log(resumed.stdout.trimEnd())
expect('end of resume', resumed.status, 0)
// Calls the API of the new start with the same key.
const call: Publisher['call'] = (method, where, body) => send(method, again.url + where, ada.headers, body)
const { id } = await writePost({ ...ada, call }, accounts, 'after the resume')
await untilSeen('after the resume')
expect('a post that is written then', (await call<{ id: string }>('GET', `/v1/posts/${id}`)).id, id)
await sleep(5_000)
expect('times out after the resume', await counts(), '2 2 2 2')
expect(
  'the overdue post is reported as published',
  ask(`select status from post where content = 'due after the target time'`),
  'published',
)
await again[Symbol.asyncDispose]()
await server[Symbol.asyncDispose]()
for (const fault of faults) console.log(`  ${fault}`)
console.log(faults.length === 0 ? 'all steps worked' : `faults: ${faults.length}`)
if (faults.length > 0) process.exitCode = 1

function ask(statement: string): string {
  return room.run('psql', ...place, '-d', 'posthorn', '-AtXc', statement).trim()
}

async function writePost(by: Publisher, to: readonly Connected[], content: string, due?: Date) {
  return await by.call<{ id: string }>('POST', '/v1/posts', {
    profileId: to[0]?.wire.profileId,
    content,
    platforms: to.map(({ network }) => network),
    confirmWarnings: true,
    ...(due ? { scheduledAt: due.toISOString() } : {}),
  })
}

async function untilSeen(text: string): Promise<void> {
  await until(
    `'${text}' is published on both networks`,
    async () => (await timesSeen(sandbox, ['bluesky', 'mastodon'])).get(text) === 2,
    60_000,
  )
}
