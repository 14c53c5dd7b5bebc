import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'
import { cpuSecondsWithEnded, freePort, pssMb, root, tree } from '../tools/processes.ts'
import { untilReady } from '../tools/until.ts'

/**
 * Measures the cost of an idle installation: processor time and memory of Posthorn and of its PostgreSQL, and the number of statements and timers, which do not depend on other work on the machine.
 *
 *     npm run bench -- idle [seconds]
 */
const { seconds } = readOptions({ seconds: 120 }, 'seconds')
/** Longer than the minute after which PostgreSQL vacuums the tables that the migrations created. */
const restMs = 120_000

await using folder = await openFolder('posthorn-bench-')
const port = await freePort()
const child = spawn(process.execPath, ['--import', './bench/tools/count-wakes.ts', 'bin/posthorn.mjs', 'start'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: folder.path, PORT: String(port), SANDBOX: 'off', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const lines = createInterface({ input: child.stdout })
try {
  await untilReady(`http://127.0.0.1:${port}`)
  await sleep(restMs)
  await count()
  const before = cost()
  await sleep(seconds * 1_000)
  const after = cost()
  const counted = await count()
  const share = (name: 'posthorn' | 'postgres') =>
    `${(((after[name].cpu - before[name].cpu) / seconds) * 100).toFixed(2)} % of a core, ${after[name].mb.toFixed(0)} MB`
  const cpuShare = (after.posthorn.cpu + after.postgres.cpu - before.posthorn.cpu - before.postgres.cpu) / seconds
  const mb = after.posthorn.mb + after.postgres.mb
  console.log(`${seconds} s idle: Posthorn ${share('posthorn')}; PostgreSQL ${share('postgres')}`)
  console.log(
    `together ${(cpuShare * 100).toFixed(2)} % of a core (wanted: under 1), ${mb.toFixed(0)} MB (wanted: under 200)`,
  )
  const perMinute = (much: number) => ((much / seconds) * 60).toFixed(0)
  console.log(`${perMinute(counted.statements)} statements and ${perMinute(counted.timers)} timers a minute, of them`)
  for (const [text, times] of counted.often) console.log(`  ${perMinute(times)} ${text}`)
  if (cpuShare >= 0.01 || mb >= 200) process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

interface Counted {
  readonly statements: number
  readonly timers: number
  readonly often: readonly (readonly [text: string, times: number])[]
}

/** Requests the counts of the process since the last request. */
async function count(): Promise<Counted> {
  child.kill('SIGUSR2')
  for (;;) {
    const [line] = (await once(lines, 'line')) as [string]
    if (line.startsWith('counted ')) return JSON.parse(line.slice('counted '.length)) as Counted
  }
}

/** Sums the processor time so far and the memory (PSS) of the running processes. */
function cost() {
  const sum = { posthorn: { cpu: 0, mb: 0 }, postgres: { cpu: 0, mb: 0 } }
  for (const { pid, command } of tree(child.pid ?? 0)) {
    const one = /postgres/.test(command) && !/posthorn\.mjs/.test(command) ? sum.postgres : sum.posthorn
    one.cpu += cpuSecondsWithEnded(pid)
    one.mb += pssMb(pid)
  }
  return sum
}
