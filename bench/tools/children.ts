import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process of this bench. It receives its instructions in one message and reports afterwards. */
export interface Child<Said> extends AsyncDisposable {
  readonly process: ChildProcess
  /** The first message of the process, which says that it is ready. */
  readonly ready: Said
  onSaid(listen: (report: Said) => void): void
  /** Stops the process, which may send a last message. */
  end(): Promise<void>
  kill(): Promise<void>
}

const patienceMs = 30_000

/** Starts a program of the bench, named by its path below `bench` without `.ts`. */
export async function startChild<Said>(program: string, plan: object): Promise<Child<Said>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', `${program}.ts`)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null
  child.send(plan)
  const failed = exited.then(() => Promise.reject(new Error(`${program} ended before it was ready`)))
  failed.catch(() => {})
  const [ready] = (await Promise.race([once(child, 'message'), failed])) as [Said]
  const end = async (): Promise<void> => {
    if (isOver()) return
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    await exited
    clearTimeout(timer)
  }
  return {
    process: child,
    ready,
    onSaid: (listen) => void child.on('message', listen),
    end,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    [Symbol.asyncDispose]: end,
  }
}
