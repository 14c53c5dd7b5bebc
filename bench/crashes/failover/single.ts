import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../tools/killable.ts'
import { until } from './cluster.ts'
import type { Room } from './room.ts'

/** One server without a standby, that can be made read-only, and whose disk can be filled. */
interface Single extends AsyncDisposable {
  readonly url: string
  setReadOnly(to: 'on' | 'off'): Promise<void>
  /** Null without the right to mount a small disk. */
  readonly disk: { fill(): Promise<void>; free(): void } | null
}

const diskMb = 160

export async function openSingle(room: Room): Promise<Single> {
  const all = new AsyncDisposableStack()
  const port = await freePort()
  const data = join(room.path, 'single')
  const small = mountSmall(room, all)
  room.run('initdb', '--pgdata', data, '--auth', 'trust', '--username', 'posthorn')
  all.use(
    room.begin('single', 'postgres', '-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', join(room.path, 'sockets')),
  )
  const server = `postgres://posthorn@127.0.0.1:${port}`
  await until('the server answers', () => run(`${server}/postgres`, 'select 1').then(() => true))
  if (small !== null) await run(`${server}/postgres`, `create tablespace small location '${small}'`)
  await run(`${server}/postgres`, `create database posthorn${small === null ? '' : ' tablespace small'}`)
  const ballast = small === null ? null : join(small, 'ballast')
  return {
    url: `${server}/posthorn`,
    async setReadOnly(to) {
      await run(
        `${server}/postgres`,
        `alter system set default_transaction_read_only = ${to}`,
        'select pg_reload_conf()',
      )
    },
    disk: ballast === null ? null : { fill: () => fill(ballast), free: () => rmSync(ballast) },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function mountSmall(room: Room, all: AsyncDisposableStack): string | null {
  const disk = join(room.path, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=1777`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return null
  }
  all.defer(() => void execFileSync('umount', ['--lazy', disk]))
  const folder = join(disk, 'tables')
  room.run('mkdir', folder)
  return folder
}

/** Takes all room that is left, to the last block. */
async function fill(file: string): Promise<void> {
  await using handle = await open(file, 'a')
  const block = Buffer.alloc(4_096)
  for (const { bavail, bsize } = statfsSync(file); ; ) {
    try {
      await handle.write(Buffer.alloc(Math.max(block.length, bavail * bsize)))
    } catch {
      return
    }
  }
}

async function run(connectionString: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    for (const each of statements) await client.query(each)
  } finally {
    await client.end().catch(() => {})
  }
}
