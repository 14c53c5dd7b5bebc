import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../tools/killable.ts'
import { cpuSecondsWithEnded, pssMb, root, tree } from '../tools/processes.ts'

/**
 * Measures what an installation costs while nobody uses it: processor time and memory of Posthorn and of its PostgreSQL.
 *
 *     npm run bench -- idle [seconds]
 */
const seconds = Number(process.argv[2] ?? 120)
/** Longer than a minute, after which PostgreSQL tidies up the tables that the migrations made. */
const restMs = 120_000

const folder = await mkdtemp(join(tmpdir(), 'posthorn-bench-'))
const port = await freePort()
const child = spawn(process.execPath, ['bin/posthorn.mjs', 'start'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: folder, PORT: String(port), SANDBOX: 'off', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  for (let isReady = false; !isReady; await sleep(100))
    isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await sleep(restMs)
  const before = cost()
  await sleep(seconds * 1_000)
  const after = cost()
  const share = (name: 'posthorn' | 'postgres') =>
    `${(((after[name].cpu - before[name].cpu) / seconds) * 100).toFixed(2)} % of a core, ${after[name].mb.toFixed(0)} MB`
  const cpuShare = (after.posthorn.cpu + after.postgres.cpu - before.posthorn.cpu - before.postgres.cpu) / seconds
  const mb = after.posthorn.mb + after.postgres.mb
  console.log(`${seconds} s without anything to do: Posthorn ${share('posthorn')}; PostgreSQL ${share('postgres')}`)
  console.log(
    `together ${(cpuShare * 100).toFixed(2)} % of a core (wanted: under 1), ${mb.toFixed(0)} MB (wanted: under 200)`,
  )
  if (cpuShare >= 0.01 || mb >= 200) process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
}

/** Sums the processor time so far and the memory (PSS) of the processes that run. */
function cost() {
  const sum = { posthorn: { cpu: 0, mb: 0 }, postgres: { cpu: 0, mb: 0 } }
  for (const { pid, command } of tree(child.pid ?? 0)) {
    const one = /postgres/.test(command) && !/posthorn\.mjs/.test(command) ? sum.postgres : sum.posthorn
    one.cpu += cpuSecondsWithEnded(pid)
    one.mb += pssMb(pid)
  }
  return sum
}
