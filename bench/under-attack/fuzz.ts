import process from 'node:process'
import { parseArgs } from 'node:util'
import { Damaged } from '#infra/media-worker/contract.ts'
import { Refusal } from '#kernel/errors.ts'
import { mutations } from '#test/hostile/mutations.ts'
import { watchCoverage } from './fuzz/coverage.ts'
import { listParsers, type Parser } from './fuzz/parsers.ts'

/**
 * Feeds mutated bytes to every parser of untrusted input, for this many minutes in total, and reports the coverage of each parser. A parser may reject input. It may not fail in another way, and no input may take a second of processor time.
 *
 *     node bench/under-attack/fuzz.ts [--minutes 60] [--only mp4,csv] [--seed 1]
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const slowMs = 1_000
const eachTime = 200

await using coverage = await watchCoverage()
const all = await listParsers()
const only = values.only?.split(',')
const parsers = all.filter(({ name }) => only === undefined || only.includes(name))
const msEach = (Number(values.minutes) * 60_000) / parsers.length
let faults = 0

console.log('parser          inputs     refused    slowest  its code that has run')
for (const parser of parsers) {
  const { inputs, refused, slowest } = await feed(parser, msEach)
  const share = `${((await coverage.shareOf(parser.files)) * 100).toFixed(0)} %`
  console.log(
    `${parser.name.padEnd(16)}${String(inputs).padEnd(11)}${String(refused).padEnd(11)}${`${slowest.toFixed(0)} ms`.padEnd(9)}${share}`,
  )
}
console.log(`${faults} faults`)
if (faults > 0) process.exitCode = 1

async function feed(parser: Parser, forMs: number) {
  const endsAt = performance.now() + forMs
  const done = { inputs: 0, refused: 0, slowest: 0 }
  for (const seed of parser.seeds) await feedOne(parser, seed, done)
  for (let round = Number(values.seed); performance.now() < endsAt; round += 1)
    for (const seed of parser.seeds)
      for (const bytes of mutations(seed, eachTime, round)) {
        if (performance.now() >= endsAt) break
        await feedOne(parser, bytes, done)
      }
  return done
}

async function feedOne(
  { name, read }: Parser,
  bytes: Buffer,
  done: { inputs: number; refused: number; slowest: number },
) {
  // Processor time, because a busy machine may let any program wait.
  const begun = process.cpuUsage()
  try {
    await read(bytes)
  } catch (error) {
    if (error instanceof Refusal || error instanceof Damaged) done.refused += 1
    else tell(name, bytes, error)
  }
  const { user, system } = process.cpuUsage(begun)
  const tookMs = (user + system) / 1_000
  done.inputs += 1
  done.slowest = Math.max(done.slowest, tookMs)
  if (tookMs > slowMs) tell(name, bytes, new Error(`it took ${tookMs.toFixed(0)} ms`))
}

function tell(name: string, bytes: Buffer, error: unknown): void {
  faults += 1
  if (faults > 20) return
  console.log(`  ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  console.log(`  ${bytes.subarray(0, 2_000).toString('base64')}`)
}
