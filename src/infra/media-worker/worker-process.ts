import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { compiledFolder, programsPath } from '#infra/config/programs.ts'
import { locateProgram } from '#infra/files/program-folder.ts'
import type { Logger } from '#infra/log/log.ts'
import type { Examined, Facts, Fitted } from './contract.ts'
import { processorMs, watchMs } from './limits/processor-time.ts'
import { type FromChild, type Job, tooMuchMemory } from './messages.ts'

/** One child process as the parent sees it. It runs one job at a time, and any job may end it. */
export interface WorkerProcess {
  /** Runs a job. Only one may run at a time. */
  work(job: Job, limits: WorkLimits): Promise<Worked>
  readonly isAlive: () => boolean
  /** Kills the process; resolves when it is gone. */
  end(): Promise<void>
}

export interface WorkLimits {
  /** Limit of processor time for a file, by its kind. A busy machine does not make a file exceed it. */
  limitMs(kind: Facts['kind'] | 'unseen'): number
  /** Limit of elapsed time, at which the work ends without a verdict about the file. */
  readonly elapsedMs: number
  /** Called several times a second with the processor time so far. The work stops when it returns false. */
  mayContinue(usedMs: number): boolean
}

export type Worked =
  | { readonly end: 'done'; readonly result: Examined | Fitted }
  | { readonly end: 'failed'; readonly stack: string }
  /** The file used up its processor time. */
  | { readonly end: 'too-slow'; readonly limitMs: number }
  /** The process got too little processor time, or waited for something else. */
  | { readonly end: 'starved' }
  | { readonly end: 'too-big' }
  /** The caller stopped it. */
  | { readonly end: 'stopped' }
  /** The process was killed from outside, which proves nothing about the file. */
  | { readonly end: 'killed' }
  | { readonly end: 'crashed'; readonly how: string }

const childFile = locateProgram('src/infra/media-worker/child.ts')
const killers: readonly (string | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

export function startWorkerProcess(options: { readonly log: Logger; readonly maxRssBytes: number }): WorkerProcess {
  const { log, maxRssBytes } = options
  const child = fork(childFile, [String(maxRssBytes)], {
    // The C locale, because we parse messages. Few malloc arenas, since each would keep freed pixels.
    env: { PATH: programsPath(), LC_ALL: 'C', TZ: 'UTC', MALLOC_ARENA_MAX: '2', ...compiledFolder() },
    // The memory check does not see a parser that runs away within one call, so heap and WebAssembly get 256 MB each.
    execArgv: ['--max-old-space-size=256', '--wasm-max-mem-pages=4096', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A separate process group, so that its own children are killed with it.
    detached: true,
  })
  const gone = once(child, 'exit').catch(() => undefined)
  child.on('error', (error) =>
    log.warn({ event: 'media_worker.unreachable', err: error }, 'Media worker cannot be reached'),
  )
  log.debug({ pid: child.pid }, 'Media worker started')
  listen(child, log)
  holdOn(child, false)

  return {
    isAlive: () => child.exitCode === null && child.signalCode === null && child.connected,
    async work(job, limits) {
      log.debug({ pid: child.pid, job: job.kind }, 'Media worker took a file')
      holdOn(child, true)
      try {
        return await untilDone(child, job, limits)
      } finally {
        holdOn(child, false)
      }
    },
    async end() {
      // Keeps the process alive until the child is gone.
      child.ref()
      kill(child)
      if (child.pid !== undefined) await gone
    },
  }
}

/** Lets this process exit while the child has no job. */
function holdOn(child: ChildProcess, isHeld: boolean): void {
  const change = isHeld ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null && 'unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
}

function listen(child: ChildProcess, log: Logger): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) =>
      log.debug({ pid: child.pid, said: text.slice(0, 2_000) }, 'Media worker wrote'),
    )
    stream?.on('error', () => {})
  }
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

function untilDone(child: ChildProcess, job: Job, limits: WorkLimits): Promise<Worked> {
  return new Promise((resolve) => {
    let stopped: Worked | null = null
    const stop = (worked: Worked): void => {
      stopped ??= worked
      kill(child)
    }
    let limitMs = limits.limitMs('unseen')
    const timer = setTimeout(() => stop({ end: 'starved' }), limits.elapsedMs)
    const endWatch = watchUse(child, (usedMs) => {
      const mayContinue = limits.mayContinue(usedMs)
      if (usedMs > limitMs) stop({ end: 'too-slow', limitMs })
      else if (!mayContinue) stop({ end: 'stopped' })
    })
    const settle = (worked: Worked): void => {
      clearTimeout(timer)
      endWatch()
      child.off('message', hear)
      child.off('exit', died)
      child.off('error', failed)
      resolve(worked)
    }
    const hear = (message: unknown): void => {
      // Our own child.ts is at the other end.
      const received = message as FromChild
      if (received.says === 'done') settle({ end: 'done', result: received.result })
      else if (received.says === 'failed') settle({ end: 'failed', stack: received.stack })
      else limitMs = limits.limitMs(received.kind)
    }
    const died = (status: number | null, signal: string | null): void => {
      if (stopped !== null) settle(stopped)
      else if (status === tooMuchMemory) settle({ end: 'too-big' })
      else if (killers.includes(signal)) settle({ end: 'killed' })
      else settle({ end: 'crashed', how: signal ?? `exit status ${status}` })
    }
    const failed = (error: Error): void => settle({ end: 'failed', stack: error.stack ?? error.message })
    child.on('message', hear)
    child.once('exit', died)
    child.once('error', failed)
    if (child.exitCode !== null || child.signalCode !== null) died(child.exitCode, child.signalCode)
    else if (child.connected) child.send(job, deathTellsTheRest)
    else died(null, 'SIGKILL')
  })
}

/**
 * Reports the processor time that a child process has used from now on, or the elapsed time if the system does not
 * provide it. Returns the function that ends the reports.
 */
function watchUse(child: ChildProcess, report: (usedMs: number) => void): () => void {
  const { pid = 0 } = child
  const since = performance.now()
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const begun = processorMs(pid)
  async function look(): Promise<void> {
    const [first, now] = [await begun, await processorMs(pid)]
    if (isOver) return
    report(first === null || now === null ? performance.now() - since : now - first)
    timer = setTimeout(look, watchMs)
  }
  timer = setTimeout(look, watchMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Ignores a failed send: the child is then ending, and its exit is handled. */
function deathTellsTheRest(): void {}
