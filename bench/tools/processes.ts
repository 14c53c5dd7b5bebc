import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

export const root = `${import.meta.dirname}/../..`

export interface Started extends AsyncDisposable {
  readonly child: ChildProcess
  readonly url: string
}

/**
 * Starts a program, possibly under another command, and waits until it prints its URL or, without a URL, that it is
 * ready.
 */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { needsAddress = true, under = [] }: { readonly needsAddress?: boolean; readonly under?: readonly string[] } = {},
): Promise<Started> {
  const [command = process.execPath, ...before] = [...under, process.execPath]
  const child = spawn(command, [...before, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let found = ''
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      found = /(http:\/\/[\d.]+:\d+)/.exec(line)?.[1] ?? found
      if (/\bready\b/.test(line) && (found !== '' || !needsAddress)) resolve(found)
    })
    lines.on('close', () => reject(new Error(`${args.join(' ')} ended before it was ready`)))
  })
  return {
    child,
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const ticksPerSecond = 100

/** Returns the processor time of a process so far, in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Returns the processor time of a process and of its children that have ended, in seconds. */
export function cpuSecondsWithEnded(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** Returns the processor time of all threads of a process so far, in milliseconds; 0 when it has ended. */
export function cpuMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const spent = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    )
    return spent.reduce((sum, one) => sum + one, 0) / 1e6
  } catch {
    return 0
  }
}

/** Sums the time that processes have used since then. A new process counts in full; an ended process does not count. */
export const spentSince = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)

interface ProcessFact {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Returns a process and all its descendants. */
export function tree(rootPid: number): ProcessFact[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => fact(Number(name)))
  const found = all.filter(({ pid }) => pid === rootPid)
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one.pid))
  return found
}

function fact(pid: number): ProcessFact[] {
  try {
    const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
    return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }]
  } catch {
    return []
  }
}

/** Sends a signal to a process and all its descendants, parents first, or only to those that run one program. */
export function signalTree({ pid: rootPid }: ChildProcess, signal: NodeJS.Signals, program = ''): void {
  for (const { pid } of tree(rootPid ?? 0).filter(({ command }) => command.includes(program))) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already ended.
    }
  }
}

/** Returns the resident memory of a process, in MB. */
export function rssMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Returns the proportional set size of a process in MB, which counts its share of shared memory. */
export function pssMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address && typeof address === 'object' ? address.port : 0
}
