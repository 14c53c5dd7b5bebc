import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildProgram } from '#test/run/program.ts'
import { openStage } from '../posts/stage.ts'
import { cpuSeconds, cpuSecondsWithEnded, median } from '../tools/processes.ts'

/**
 * Measures what each kind of process costs to start, from the programs as a package has them: processor time until it is ready, or
 * until a command has ended. The least of several rounds counts, since other work on the machine only adds to it. Kinds
 * take turns, and the first round, which fills the cache of compiled code, is left out.
 *
 *     npm run bench -- kinds [--rounds 10]
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const wantedSeconds = 0.6
interface Spent {
  readonly cpu: number
  readonly wall: number
}
const processes = ['start', 'api', 'worker']
const commands = ['--help', '--version', 'posts --help', 'migrate --help']

await using stage = await openStage()
const room = await mkdtemp(join(tmpdir(), 'posthorn-kinds-'))
// When run as root, the database's system user must be able to enter the folder.
await chmod(room, 0o755)
const ownDatabase = { DATA_DIR: join(room, 'data'), LOG_LEVEL: 'error' }
try {
  const program = await buildProgram(join(room, 'program'))
  const spent = new Map<string, Spent[]>()
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const kind of [...processes, ...commands]) {
      const one = await measure(program, kind)
      if (round > 0) spent.set(kind, [...(spent.get(kind) ?? []), one])
    }
  for (const [kind, all] of spent) {
    const least = Math.min(...all.map(({ cpu }) => cpu))
    const wall = all.map((one) => one.wall)
    const wanted = processes.includes(kind) ? ` (wanted: at most ${wantedSeconds})` : ''
    console.log(
      `${kind.padEnd(16)} ${least.toFixed(2)} s of processor time${wanted}; after ${Math.min(...wall).toFixed(2)} s, median ${median(wall).toFixed(2)} s`,
    )
    if (processes.includes(kind) && least > wantedSeconds) process.exitCode = 1
  }
} finally {
  await rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Runs a command until it ends, or a process until it is ready, and returns its processor time and what a clock says. */
async function measure(program: string, kind: string): Promise<Spent> {
  const endedBefore = cpuSecondsOfEnded()
  const begun = performance.now()
  const child = spawn(process.execPath, [join(program, 'bin/posthorn.mjs'), ...kind.split(' ')], {
    env: { ...process.env, ...(kind === 'start' ? ownDatabase : stage.env), PORT: '0', SANDBOX: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  if (processes.includes(kind)) {
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      if (/\bready\b/.test(output)) break
    }
    const spent = { cpu: cpuSeconds(child.pid ?? 0), wall: (performance.now() - begun) / 1_000 }
    child.kill('SIGTERM')
    await ended
    return spent
  }
  child.stdout.resume()
  await ended
  return { cpu: cpuSecondsOfEnded() - endedBefore, wall: (performance.now() - begun) / 1_000 }
}

/** Returns the processor time of our own children that have ended. */
function cpuSecondsOfEnded(): number {
  return cpuSecondsWithEnded(process.pid) - cpuSeconds(process.pid)
}
