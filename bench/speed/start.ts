import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../tools/figures.ts'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'
import { freePort, pssMb, root, tree } from '../tools/processes.ts'
import { untilReady } from '../tools/until.ts'

/**
 * Measures `npm start` in a fresh data folder until /readyz answers 200, then again in the same folder, three times.
 */
readOptions({})
const rounds = 3
const first: number[] = []
const later: number[] = []
const memory: number[] = []

for (let round = 0; round < rounds; round++) {
  await using folder = await openFolder('posthorn-bench-')
  first.push((await startOnce(folder.path)).seconds)
  for (let again = 0; again < 2; again++) {
    const { seconds, pss } = await startOnce(folder.path)
    later.push(seconds)
    memory.push(pss)
  }
}
const range = (values: readonly number[]) => `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
console.log(`first start  ${median(first).toFixed(2)} s until ready (${range(first)}; wanted: under 6)`)
console.log(`later start  ${median(later).toFixed(2)} s until ready (${range(later)}; wanted: under 2.5)`)
console.log(
  `memory       ${median(memory).toFixed(0)} MB PSS of our processes, npm's own left out (${range(memory)}; wanted: under 300)`,
)

async function startOnce(folder: string): Promise<{ seconds: number; pss: number }> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilReady(`http://127.0.0.1:${port}`, 60_000)
  const seconds = (performance.now() - startedAt) / 1_000
  await sleep(2_000)
  const ours = tree(child.pid ?? 0).filter(
    ({ command }) => /posthorn\.mjs|postgres/.test(command) && !/^(npm|sh) /.test(command),
  )
  const pss = ours.reduce((sum, { pid }) => sum + pssMb(pid), 0)
  // npm passes the signal only to its shell, so this ends the process that npm started.
  for (const { pid } of ours.filter(({ command }) => /posthorn\.mjs/.test(command))) process.kill(pid, 'SIGTERM')
  await exited
  return { seconds, pss }
}
