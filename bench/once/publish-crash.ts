import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quantile } from '../tools/figures.ts'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'
import { startServer } from '../tools/processes.ts'
import { harm, type Tally } from './publish/count.ts'
import { runFlow } from './publish/flows.ts'
import { type Result, runScenario, type Surroundings } from './publish/run-scenario.ts'
import { type Scenario, scenarios } from './publish/scenarios.ts'
import { openStage } from './publish/stage.ts'

/**
 * Kills workers at each moment of publishing and loses responses in each way that a network can. Then it compares each
 * network's ledger with Posthorn's rows. On Bluesky and Mastodon, half of the accounts publish posts, and half reply to
 * a comment. Nothing may be published twice, lost, stuck, or reported as failed although it
 * was published.
 *
 *     node bench/once/publish-crash.ts [--quick] [--only K3,A-cut] [--count 50] [--together 4] [--json file]
 */
const values = readOptions({ quick: false, only: [], count: [20, 50], together: 4, json: null })
const { count } = values
const quick = ['K1', 'K3', 'K5', 'K7', 'K11-K3', 'K12', 'A-cut', 'A-thread', 'calm', 'crowd', 'trickle']
const usual = values.quick ? quick : scenarios.map(({ name }) => name)
const wanted = values.only.length > 0 ? values.only : usual
const startedAt = performance.now()

const results: Result[] = []
const children = new Set<ChildProcess>()
await using folder = await openFolder('posthorn publish crash ')
const room = folder.path
const env = { NODE_COMPILE_CACHE: join(room, 'compiled') }
process.env.NODE_COMPILE_CACHE = env.NODE_COMPILE_CACHE
const brokenOff = Promise.withResolvers<never>()
brokenOff.promise.catch(() => {})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of children) child.kill('SIGKILL')
    brokenOff.reject(new Error(`interrupted by ${signal}`))
  })
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

try {
  await using stage = await openStage(join(room, 'data'))
  await using network = await startServer([join(import.meta.dirname, 'publish', 'network.ts')], env)
  await using sandbox = await startServer([join(import.meta.dirname, '../../sandbox/main.ts'), '--port', '0'], env)
  let person = 1
  const around: Surroundings = {
    stage,
    networkUrl: network.url,
    sandboxUrl: sandbox.url,
    count,
    children,
    nextPerson: (more) => {
      const first = person
      person += more
      return first
    },
  }
  const waiting = scenarios.filter(({ name }) => wanted.includes(name))
  const runner = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next, around)
  }
  await Promise.race([Promise.all(Array.from({ length: values.together }, runner)), brokenOff.promise])
} finally {
  for (const child of children) child.kill('SIGKILL')
}
report()

async function run(scenario: Scenario, around: Surroundings): Promise<void> {
  try {
    const result = await (scenario.flow ? runFlow : runScenario)(scenario, around)
    results.push(result)
    for (const tally of result.tallies) console.log(lineOf(tally))
    const took = result.takeoversMs.length > 0 ? `, takeover p99 ${secondsOf(p99(result.takeoversMs))}` : ''
    console.log(
      `  ${scenario.name} (${scenario.about}): ${result.cut} cut${took}, settled after ${secondsOf(result.settledMs)}`,
    )
    for (const fault of [...result.faults, ...result.tallies.flatMap(({ notes }) => notes)]) console.log(`    ${fault}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`  ${scenario.name}: could not be run:`, error)
  }
}

function lineOf(tally: Tally): string {
  const { scenario, kind, targets, duplicates, losses, falseFailures, stuck, undueUnknown, untold, unknown } = tally
  const numbers = [targets, duplicates, losses, falseFailures, stuck, undueUnknown, untold, unknown]
  return `${scenario.padEnd(14)} ${kind.padEnd(15)}${numbers.map((number) => String(number).padStart(6)).join('')}`
}

function report(): void {
  console.log(`\n${''.padEnd(30)}   all   dup  loss false stuck undue told?  unkn`)
  const all = results.flatMap(({ tallies }) => tallies)
  for (const kind of new Set(all.map((tally) => tally.kind)))
    console.log(
      lineOf(
        sumOf(
          all.filter((tally) => tally.kind === kind),
          kind,
        ),
      ),
    )
  const takeovers = results.flatMap(({ takeoversMs }) => takeoversMs)
  const harmed = all.reduce((sum, tally) => sum + harm(tally), 0)
  console.log(`scenarios ${results.length}, publications ${all.reduce((sum, { targets }) => sum + targets, 0)}`)
  console.log(`cut at their point ${results.reduce((sum, { cut }) => sum + cut, 0)}`)
  console.log(
    `takeover: ${takeovers.length}, median ${secondsOf(quantile(takeovers, 0.5))}, p99 ${secondsOf(p99(takeovers))}, longest ${secondsOf(Math.max(0, ...takeovers))}`,
  )
  console.log(`settled, longest ${secondsOf(Math.max(0, ...results.map(({ settledMs }) => settledMs)))}`)
  console.log(`harm ${harmed}, in ${secondsOf(performance.now() - startedAt)}`)
  if (values.json) writeFileSync(values.json, JSON.stringify(all))
  if (harmed > 0) process.exitCode = 1
  else if (results.length === 0) process.exitCode = 2
}

function sumOf(tallies: readonly Tally[], kind: Tally['kind']): Tally {
  const names = [
    'targets',
    'duplicates',
    'losses',
    'falseFailures',
    'stuck',
    'undueUnknown',
    'untold',
    'unknown',
  ] as const
  const sum = { scenario: 'all', kind, notes: [] as string[] } as Tally
  for (const name of names) sum[name] = tallies.reduce((total, tally) => total + tally[name], 0)
  return sum
}

function p99(values: readonly number[]): number {
  return quantile(values, 0.99)
}

function secondsOf(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
