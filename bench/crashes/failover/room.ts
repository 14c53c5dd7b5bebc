import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { tree } from '../../tools/processes.ts'
import type { Programs } from './packages.ts'

/** The folder of all servers of a run. They refuse to run as root, so root runs them as `nobody`. */
export interface Room {
  readonly path: string
  /** Runs a program to its end and returns its output. Blocks this process until then. */
  run(program: string, ...args: readonly string[]): string
  /** Runs a program that needs what this process serves. */
  runServed(program: string, ...args: readonly string[]): Promise<string>
  /** Starts a server that runs until it is ended. */
  begin(name: string, program: string, ...args: readonly string[]): Server
}

/** A server with all processes that it has started. */
export interface Server extends AsyncDisposable {
  kill(): Promise<void>
  /** Stops all processes, or those of one program, until they are thawed. */
  freeze(program?: string): void
  thaw(): void
}

const runToEnd = promisify(execFile)
const endsWithinMs = 20_000

export async function openRoom(path: string, { folder }: Programs): Promise<Room> {
  const isRoot = process.geteuid?.() === 0
  const account = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const folders = { HOME: 'home', XDG_RUNTIME_DIR: 'run', XDG_CONFIG_HOME: 'config', XDG_DATA_HOME: 'data' }
  const sockets = join(path, 'sockets')
  const env = {
    PATH: `${folder}:/usr/bin:/usr/sbin:/bin`,
    LANG: 'C.UTF-8',
    PGHOST: sockets,
    PG_REGRESS_SOCK_DIR: sockets,
    ...Object.fromEntries(Object.entries(folders).map(([name, each]) => [name, join(path, each)])),
  }
  for (const each of [path, sockets, ...Object.values(folders).map((one) => join(path, one))]) {
    await mkdir(each, { recursive: true })
    if (account.uid !== undefined && account.gid !== undefined) await chown(each, account.uid, account.gid)
  }
  const options = { cwd: path, env, ...account }
  return {
    path,
    run: (program, ...args) =>
      execFileSync(program, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    runServed: async (program, ...args) => (await runToEnd(program, args, { ...options, encoding: 'utf8' })).stdout,
    begin(name, program, ...args) {
      const log = openSync(join(path, `${name}.log`), 'a')
      const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] })
      closeSync(log)
      return serverOf(child)
    },
  }
}

const idOf = (which: '-u' | '-g'): number => Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }))

function serverOf(child: ChildProcess): Server {
  const ended = once(child, 'exit')
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null
  const signal = (which: NodeJS.Signals, program = ''): void => {
    const family = child.pid === undefined || isOver() ? [] : tree(child.pid)
    for (const { pid } of family.filter(({ command }) => command.includes(program))) {
      try {
        process.kill(pid, which)
      } catch {
        // It has already ended.
      }
    }
  }
  return {
    async kill() {
      signal('SIGKILL')
      await ended
    },
    freeze: (program) => signal('SIGSTOP', program),
    thaw: () => signal('SIGCONT'),
    async [Symbol.asyncDispose]() {
      if (isOver()) return
      signal('SIGCONT')
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(endsWithinMs, undefined, { ref: false })])
      if (!isOver()) await this.kill()
    },
  }
}
