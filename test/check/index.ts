import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listSteps, type Step } from './steps.ts'

/**
 * Runs all steps of `npm run check` in parallel, and prints the findings of each when it ends. All of them run, so one
 * run shows every problem. A step that passes prints only its name.
 */
const root = join(import.meta.dirname, '../..')
const waiting = [...listSteps(root)]
const failed: string[] = []

async function run({ name, args, onPassed, instead }: Step): Promise<void> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${status === 0 ? '✔' : '✖'} ${name} (${seconds} s)`)
  if (status === 0) return onPassed?.()
  failed.push(name)
  console.log(`${out}${err}${instead ? `${instead}\n` : ''}`)
}

async function work(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) await run(step)
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
if (failed.length > 0) {
  console.log(`Not passed: ${failed.join(', ')}.`)
  process.exitCode = 1
}
