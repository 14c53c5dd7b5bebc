import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { WorkerPlan } from './plan.ts'

/** All processes of a run, so that none of them outlives it. */
export interface Family {
  readonly children: Set<ChildProcess>
}

const scenarioOf = new WeakMap<ChildProcess, string>()
const cuts = new WeakMap<ChildProcess, number>()
/** Returns how many publications were at the point where the worker ended. */
export const cutBy = (child: ChildProcess): number => cuts.get(child) ?? 0
const patienceMs = 10_000

/** Starts a worker and waits until its engine runs. */
export async function startWorker(plan: WorkerPlan, scenario: string, { children }: Family): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.add(child)
  scenarioOf.set(child, scenario)
  child.once('exit', () => children.delete(child))
  child.send(plan)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('a worker ended before it was ready')))
  ended.catch(() => {})
  await Promise.race([once(child, 'message'), ended])
  child.on('message', (message: { readonly cut?: number }) => cuts.set(child, message.cut ?? 0))
  return child
}

export async function endWorkersOf(scenario: string, { children }: Family): Promise<void> {
  await Promise.all([...children].filter((child) => scenarioOf.get(child) === scenario).map(endWorker))
}

async function endWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(timer)
}
