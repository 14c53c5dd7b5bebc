import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Connection } from '#infra/db/client.ts'
import type { ServerReply, ServerRequest } from '../harness/database.ts'
import { patienceMs } from '../harness/patience.ts'
import { isFile, type Told } from './report.ts'

export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** The files in which something failed. */
  readonly redFiles: Set<string>
}

interface Outcome {
  /** True if the process ended on its own, whether its tests passed or failed. */
  readonly isComplete: boolean
}

interface ProcessOptions {
  /** The name of the process in a message about the failure of all of it. */
  readonly name: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly tally: Tally
  readonly signal: AbortSignal
  readonly hangsAfterMs?: number
  say(line: string): void
  /** Starts the run's PostgreSQL, at the first request of any process. */
  openServer(): Promise<Connection>
}

const url = (path: string): string => new URL(path, import.meta.url).href
const follow = `data:text/javascript,import{followStarter}from${JSON.stringify(url('../../bin/follow-starter.mjs'))};followStarter()`
const looksWhileHanging = 50
/** Tests create much short-lived garbage. With Node's default size, collecting it takes an eighth of the run. */
const youngMb = 64

/**
 * Runs tests in a separate process. Prints each outcome as it arrives, and a failure with its details. The process may
 * take as much time as it needs. It is stopped if no test in it has started or ended for minutes, because one of them
 * hangs.
 */
export async function runTests({ name, args, environment, signal, ...options }: ProcessOptions): Promise<Outcome> {
  const { tally, hangsAfterMs = 5 * 60_000 } = options
  const flags = [`--max-semi-space-size=${youngMb}`, '--import', follow, `--test-reporter=${url('./report.ts')}`]
  const child = spawn(process.execPath, [...flags, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, POSTHORN_STARTER: String(process.pid) },
    // A separate process group, so that the processes that its tests started end with it.
    detached: true,
  })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  signal.addEventListener('abort', () => endGroup(child), { once: true })
  const reply = (message: ServerReply) => child.connected && child.send(message)
  const failuresBefore = tally.failed
  let isDone = false
  let hasHung = false
  let last = { name, at: performance.now() }
  let file = name
  child.on('message', (report: Told | ServerRequest) => {
    if (report.kind === 'needsServer') {
      options.openServer().then(
        (connection) => reply({ connection }),
        (error: Error) => reply({ error: error.message }),
      )
      return
    }
    last = { name: report.kind === 'began' ? report.name : last.name, at: performance.now() }
    if (report.kind === 'done') isDone = true
    else if (report.kind !== 'began') print(report, options)
    else if (isFile(report.name)) file = report.name
    if (report.kind === 'failed') tally.redFiles.add(file)
  })
  const guard = setInterval(() => {
    const silentMs = performance.now() - last.at
    if (hasHung || silentMs < patienceMs(hangsAfterMs)) return
    hasHung = true
    const details = `No test began or ended for ${Math.round(silentMs / 60_000)} minutes, so the process was ended.`
    print({ kind: 'failed', name: last.name, durationMs: silentMs, details }, options)
    tally.redFiles.add(file)
    endGroup(child)
  }, hangsAfterMs / looksWhileHanging)
  const [status, killedBy] = await exit
  clearInterval(guard)
  endGroup(child)
  const isExplained = tally.failed > failuresBefore || signal.aborted
  if ((status !== 0 || !isDone) && !isExplained) {
    print({ kind: 'failed', name, durationMs: 0, details: `The process ended with ${killedBy ?? status}.` }, options)
    tally.redFiles.add(file)
  }
  return { isComplete: isDone }
}

function print(
  report: Exclude<Told, { kind: 'began' | 'done' }>,
  { tally, say }: Pick<ProcessOptions, 'tally' | 'say'>,
) {
  tally[report.kind] += 1
  const line = `${report.name} (${report.durationMs.toFixed(0)}ms)`
  if (report.kind === 'failed') say(`✖ ${line}\n${report.details.replace(/^/gm, '  ')}`)
  else say(`${report.kind === 'passed' ? '✔' : '﹣'} ${line}`)
}

/** Ends the process and all processes that it started in its group, even if it has ended already. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended already.
  }
}
