import type { Connection } from '#infra/db/client.ts'
import { makeGroups, untakenOf } from './groups.ts'
import { runTests, type Tally } from './process.ts'

interface SuiteOptions {
  /** True if files share processes. Otherwise each file has its own process. */
  readonly isShared: boolean
  /** Flags of Node's runner, such as `--test-name-pattern`. */
  readonly flags: readonly string[]
  /** Folder in which the shared processes find what to run. */
  readonly folder: string
  readonly processes: number
  /**
   * The folder in which the shared processes record what each test file called. If null or omitted, nothing is
   * recorded.
   */
  readonly called?: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  /** The time without any outcome after which a process counts as hanging. Minutes if omitted. */
  readonly hangsAfterMs?: number
  say(line: string): void
  /** Starts the run's PostgreSQL, at the first request of any process. */
  openServer(): Promise<Connection>
}

/** Runs the files in parallel processes, prints at the end how many tests passed, and returns the files that failed. */
export async function runSuite(files: readonly string[], options: SuiteOptions): Promise<readonly string[]> {
  const { isShared, flags, folder, processes, called = null, signal, say } = options
  const startedAt = performance.now()
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, redFiles: new Set() }
  const programs = isShared ? await makeGroups(files, { folder, processes, called }) : [...files]
  /**
   * A process that stops early leaves files to others. Each process may be replaced once, so that its files still run.
   */
  const replaceable = new Set(isShared ? programs : [])
  const work = async () => {
    for (let program = programs.shift(); program && !signal.aborted; program = programs.shift()) {
      const { isComplete } = await runTests({ ...options, name: program, args: [...flags, program], tally })
      if (!isComplete && replaceable.delete(program)) programs.push(program)
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  const untaken = isShared && !signal.aborted ? await untakenOf(files, folder) : []
  for (const file of untaken) {
    say(`✖ ${file} was never run.`)
    tally.redFiles.add(file)
  }
  tally.failed += untaken.length
  for (const line of summaryOf(tally, performance.now() - startedAt)) say(line)
  return [...tally.redFiles].sort()
}

/** Formats the summary like Node's own runner. */
const summaryOf = ({ passed, failed, skipped }: Tally, durationMs: number): readonly string[] => [
  `ℹ tests ${passed + failed + skipped}`,
  `ℹ pass ${passed}`,
  `ℹ fail ${failed}`,
  `ℹ skipped ${skipped}`,
  `ℹ duration_ms ${durationMs.toFixed(0)}`,
]
