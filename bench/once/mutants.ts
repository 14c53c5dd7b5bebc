import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'
import { root } from '../tools/processes.ts'
import { harm, type Tally } from './publish/count.ts'

/**
 * Proves that `publish-crash` and the test suite detect faults: each patch in `mutants/` removes one safeguard from a
 * copy of the committed code. The scenario that it names must then find a violation, or the test file that it names
 * must fail: some safeguards matter only when two processes collide within milliseconds, and a test can force that.
 *
 *     node bench/once/mutants.ts [--only no-intent,no-settle] [--count 24] [--together 2]
 */
const { only, count, together } = readOptions({ only: [], count: 24, together: 2 })
const folder = join(import.meta.dirname, 'mutants')
await using temporary = await openFolder('posthorn mutants ')
const room = temporary.path

interface Outcome {
  readonly name: string
  readonly scenarios: string
  readonly found: string
  readonly caught: boolean
}

const outcomes: Outcome[] = []
const waiting = (await readdir(folder))
  .filter((file) => file.endsWith('.patch'))
  .map((file) => file.slice(0, -'.patch'.length))
  .filter((name) => only.length === 0 || only.includes(name))
const runner = async (): Promise<void> => {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const outcome = await run(name)
    outcomes.push(outcome)
    console.log(
      `${outcome.caught ? 'caught' : 'MISSED'}  ${name.padEnd(32)} ${outcome.scenarios.padEnd(12)} ${outcome.found}`,
    )
  }
}
await Promise.all(Array.from({ length: together }, runner))
const missed = outcomes.filter(({ caught }) => !caught)
console.log(`\n${outcomes.length - missed.length} of ${outcomes.length} caught`)
process.exitCode = missed.length > 0 || outcomes.length === 0 ? 1 : 0

async function run(name: string): Promise<Outcome> {
  const patch = join(folder, `${name}.patch`)
  const text = await readFile(patch, 'utf8')
  const tests = /^tests: (.+)$/m.exec(text)?.[1]
  const scenarios = tests ? 'the suite' : (/^scenarios: (.+)$/m.exec(text)?.[1] ?? '')
  const tree = join(room, name)
  const outcome = (found: string, caught = false): Outcome => ({ name, scenarios, found, caught })
  const prepared = [
    git(['clone', '--quiet', '--shared', root, tree], root),
    git(['apply', '--recount', patch], tree),
  ].find(({ status }) => status !== 0)
  if (prepared) return outcome(`the patch no longer applies: ${prepared.stderr.trim()}`)
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))

  if (tests) {
    const output = await runIn(tree, [join('test', 'run', 'index.ts'), ...tests.split(' ')])
    const failed = Number(/^ℹ fail (\d+)$/m.exec(output)?.[1] ?? Number.NaN)
    if (Number.isNaN(failed)) return outcome(`the tests could not be run: ${output.slice(-400)}`)
    return outcome(`${failed} of its tests failed`, failed > 0)
  }
  const json = join(room, `${name}.json`)
  const output = await runIn(tree, [
    join('bench', 'once', 'publish-crash.ts'),
    ...['--only', scenarios, '--count', `${count}`, '--json', json],
  ])
  await rm(tree, { recursive: true, force: true })
  if (!existsSync(json)) return outcome(`it could not be run: ${output.slice(-400)}`)
  const tallies = JSON.parse(await readFile(json, 'utf8')) as Tally[]
  const found = tallies.reduce((sum, tally) => sum + harm(tally), 0)
  return outcome(summaryOf(tallies), found > 0)
}

function git(args: readonly string[], cwd: string) {
  return spawnSync('git', args, { cwd, encoding: 'utf8' })
}

function runIn(cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    child.once('close', () => resolve(output))
  })
}

function summaryOf(tallies: readonly Tally[]): string {
  const names = ['duplicates', 'losses', 'falseFailures', 'stuck', 'undueUnknown', 'untold'] as const
  const found = names.flatMap((name) => {
    const sum = tallies.reduce((total, tally) => total + tally[name], 0)
    return sum > 0 ? [`${sum} ${name}`] : []
  })
  const targets = tallies.reduce((total, tally) => total + tally.targets, 0)
  return `${found.join(', ') || 'nothing'} of ${targets}`
}
