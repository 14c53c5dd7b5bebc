import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFolder } from '../tools/folder.ts'
import { freePort, signalTree } from '../tools/processes.ts'
import { until } from '../tools/until.ts'

/**
 * PostgreSQL's own programs, with their files in a folder of the run. They refuse to run as root, so root runs them as
 * `nobody`.
 */
interface Debian {
  readonly path: string
  readonly port: number
  /** The options of the client programs. */
  readonly place: readonly string[]
  /** Runs a program to its end and returns its output. Blocks this process until then. */
  run(program: string, ...args: readonly string[]): string
  /** Creates the folder of a server. */
  init(data: string): void
  /** Starts the server on a folder. It runs until it is stopped. */
  begin(data: string): AsyncDisposable
  /** Waits until the server accepts connections. */
  untilReady(): Promise<void>
}

const debianFolder = '/usr/lib/postgresql'
const endsWithinMs = 20_000

/** Finds the programs of the newest server, or ends with the package that is missing. */
function findPrograms(): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  const newest = versions
    .sort((a, b) => b - a)
    .map((version) => join(debianFolder, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
  if (newest) return newest
  console.error('This program needs Debian’s PostgreSQL server, which is not installed: apt-get install postgresql')
  process.exit(2)
}

export async function openDebian(prefix: string, all: AsyncDisposableStack): Promise<Debian> {
  const programs = findPrograms()
  const { path } = all.use(await openFolder(prefix))
  const port = await freePort()
  const account = process.geteuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null
  if (account) await chown(path, account.uid, account.gid)
  const env = { PATH: `${programs}:/usr/bin:/usr/sbin:/bin`, LANG: 'C.UTF-8', HOME: path }
  const options = { cwd: path, env, ...account }
  const place = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'posthorn']
  const run: Debian['run'] = (program, ...args) =>
    execFileSync(program, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    path,
    port,
    place,
    run,
    init: (data) => void run('initdb', '--pgdata', join(path, data), '--auth', 'trust', '--username', 'posthorn'),
    begin(data) {
      const log = openSync(join(path, `${data}.log`), 'a')
      const args = ['-D', join(path, data), '-h', '127.0.0.1', '-p', `${port}`, '-k', path]
      const child = spawn('postgres', args, { ...options, stdio: ['ignore', log, log] })
      closeSync(log)
      return all.use(serverOf(child))
    },
    untilReady: () => until('the server answers', async () => run('pg_isready', ...place) !== ''),
  }
}

const idOf = (which: '-u' | '-g'): number => Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }))

function serverOf(child: ChildProcess): AsyncDisposable {
  const ended = once(child, 'exit')
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    async [Symbol.asyncDispose]() {
      if (isOver()) return
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(endsWithinMs, undefined, { ref: false })])
      if (!isOver()) signalTree(child, 'SIGKILL')
      await ended
    },
  }
}
