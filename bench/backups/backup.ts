import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { listTables, markTable, withSession } from '#infra/db/snapshot/index.ts'
import { noise } from '#test/world/pictures.ts'
import { signUp } from '../posts/people.ts'
import { disposeOnSignal } from '../tools/dispose-on-signal.ts'
import { signIn } from '../tools/http.ts'
import { readOptions } from '../tools/options.ts'
import { freePort, root, startServer, tree } from '../tools/processes.ts'
import { openDebian } from './debian.ts'
import { fillPosts } from './fill-posts.ts'

/**
 * Backs up and restores few posts and then ten times as many, against pg_dump and pg_restore of the same database. Both
 * restores are compared with the original, table by table; the last one goes into a fresh embedded database, which has to
 * start. Needs Debian's PostgreSQL packages.
 *
 *     node bench/backups/backup.ts [POSTS]
 */
const { posts: most } = readOptions({ posts: 300_000 }, 'posts')
const pictures = 40
await using all = new AsyncDisposableStack()
disposeOnSignal(all)
const room = await openDebian('posthorn-backup-', all)
const { path, port, place } = room
room.init('server')
room.begin('server')
await room.untilReady()
const urlOf = (database: string): string => `postgres://posthorn@127.0.0.1:${port}/${database}`
const create = (database: string): void => void room.run('createdb', ...place, '--maintenance-db', 'postgres', database)
const envOf = (database: string | null): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: path,
  ...(database === null ? {} : { DATABASE_URL: urlOf(database) }),
  SECRET_KEY: key,
  DATA_DIR: join(path, `data-of-${database ?? 'embedded'}`),
  LOG_LEVEL: 'warn',
  SIGN_UP: 'open',
  DEFAULT_PLAN: 'max',
  SANDBOX: 'off',
})
const key = randomBytes(32).toString('hex')
const faults: string[] = []
/** The rows that a backup and a restore change themselves. */
const changing: ReadonlySet<string> = new Set(['backup', 'installation'])

create('posthorn')
const ids = await setUp()
let stored = 0
for (const count of [most / 10, most]) {
  await fillPosts(urlOf('posthorn'), ids, { from: stored, to: count })
  stored = count
  await compare(count)
}
await restoreEmbedded()
for (const fault of faults) console.log(`  ${fault}`)
console.log(faults.length === 0 ? 'restored as it was' : `faults: ${faults.length}`)
if (faults.length > 0) process.exitCode = 1

/** Signs up a user with pictures, through a running Posthorn that stops afterwards. */
async function setUp(): Promise<{ readonly ownerUid: string; readonly profileId: string }> {
  await using running = await startServer(['bin/posthorn.mjs', 'start'], {
    ...envOf('posthorn'),
    PORT: `${await freePort()}`,
  })
  const ada = await signUp(running)
  await ada.call('POST', '/v1/profiles', { name: 'Harbour' })
  for (let nth = 0; nth < pictures; nth++) {
    const form = new FormData()
    const bytes = await noise(400 + nth, 300)
      .jpeg()
      .toBuffer()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${nth}.jpg`)
    await ada.call('POST', '/v1/media/upload', form)
  }
  const client = new pg.Client(urlOf('posthorn'))
  await client.connect()
  const [profile] = (await client.query<{ id: string }>('select id from profile')).rows
  await client.end()
  return { ownerUid: ada.ownerUid, profileId: profile?.id ?? '' }
}

async function compare(posts: number): Promise<void> {
  const [backups, dump] = [join(path, `backups-${posts}`), join(path, `dump-${posts}`)]
  const [copy, dumped] = [`copy_${posts}`, `dumped_${posts}`]
  create(copy)
  create(dumped)
  const made = await measure(process.execPath, ['bin/posthorn.mjs', 'backup', backups], envOf('posthorn'))
  const dumping = timed(() => room.run('pg_dump', ...place, '-Fc', '-f', dump, 'posthorn'))
  const restored = await measure(process.execPath, ['bin/posthorn.mjs', 'restore', backups], envOf(copy))
  const undumping = timed(() => room.run('pg_restore', ...place, '-d', dumped, dump))
  const [mb, dumpMb] = [sizeMb(join(backups, 'sets')), sizeMb(dump)]
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
  console.log(`${posts} posts, ${pictures} pictures`)
  console.log(`  backup     ${seconds(made.ms)}, ${mb.toFixed(1)} MB of tables, ${made.peakMb.toFixed(0)} MB of memory`)
  console.log(`  pg_dump    ${seconds(dumping)}, ${dumpMb.toFixed(1)} MB`)
  console.log(`  restore    ${seconds(restored.ms)}, ${restored.peakMb.toFixed(0)} MB of memory`)
  console.log(`  pg_restore ${seconds(undumping)}`)
  console.log(
    `  ratios     backup ${(made.ms / dumping).toFixed(2)} of the time and ${(mb / dumpMb).toFixed(2)} of the size, restore ${(restored.ms / undumping).toFixed(2)} of the time`,
  )
  await compareTables(copy, posts)
}

async function compareTables(copy: string, posts: number): Promise<void> {
  const [before, after] = [await marksOf('posthorn'), await marksOf(copy)]
  const different = [...before].filter(([name, mark]) => !changing.has(name) && mark !== after.get(name))
  for (const [name] of different) faults.push(`${posts} posts: the table ${name} differs`)
  const files = (database: string) =>
    readdirSync(join(path, `data-of-${database}`, 'media'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ name }) => name)
      .sort()
      .join()
  if (files('posthorn') !== files(copy)) faults.push(`${posts} posts: the files differ`)
  console.log(`  compared   ${before.size} tables, ${different.length} of them different`)
}

async function marksOf(database: string): Promise<Map<string, string>> {
  return await withSession({ connectionString: urlOf(database) }, async (session) => {
    const marks = new Map<string, string>()
    for (const table of await listTables(session))
      marks.set(table.name, JSON.stringify(await markTable(session, table)))
    return marks
  })
}

/** Restores into the embedded server in a fresh folder, starts Posthorn on it and signs in. */
async function restoreEmbedded(): Promise<void> {
  const env = { ...envOf(null), PORT: `${await freePort()}` }
  const { ms } = await measure(process.execPath, ['bin/posthorn.mjs', 'restore', join(path, `backups-${most}`)], env)
  await using running = await startServer(['bin/posthorn.mjs', 'start'], env)
  await signIn(running.url).catch((error: Error) => {
    faults.push(`signing in fails after a restore into an embedded server: ${error.message}`)
  })
  console.log(`restored into a fresh embedded server in ${(ms / 1_000).toFixed(1)} s, which starts`)
}

/** Runs a program to its end, and measures the peak memory of the program and of the Posthorn processes it starts. */
async function measure(program: string, args: readonly string[], env: Record<string, string>) {
  const begun = performance.now()
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  let peakMb = 0
  const timer = setInterval(() => {
    const ours = tree(child.pid ?? 0).filter(({ command }) => command.includes('posthorn'))
    peakMb = Math.max(peakMb, ...ours.map(({ pid }) => peakOf(pid)))
  }, 50)
  const [status] = (await once(child, 'exit')) as [number | null]
  clearInterval(timer)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${output}`)
  return { ms: performance.now() - begun, peakMb }
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

function timed(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

function sizeMb(of: string): number {
  const stat = statSync(of)
  if (!stat.isDirectory()) return stat.size / 1e6
  return readdirSync(of).reduce((sum, name) => sum + sizeMb(join(of, name)), 0)
}
