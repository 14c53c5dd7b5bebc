import process from 'node:process'
import { countBytes } from '../tools/count-bytes.ts'
import { countStatements } from '../tools/count-statements.ts'
import { cpuMs, spentSince, tree } from '../tools/processes.ts'
import type { Spent } from './plan.ts'

/** Resources used by this process and its database so far, by process. */
interface Reading {
  readonly ownMs: number
  readonly helpers: ReadonlyMap<number, number>
  readonly postgres: ReadonlyMap<number, number>
  readonly statements: number
  readonly databaseBytes: number
  readonly outsideBytes: number
}

/** Reads the resources used by this process, its media worker and the database below its parent. */
interface Meter {
  readonly statements: ReadonlyMap<string, number>
  begin(): Reading
  /** Returns the resources used since then, excluding the measurement itself. */
  end(since: Reading): Spent
}

export function createMeter(): Meter {
  /** The processor time spent on the measurement itself. */
  let readingMs = 0
  const ownMs = (): number => usedMs() - readingMs
  const readProcesses = (): Pick<Reading, 'helpers' | 'postgres'> => {
    const before = usedMs()
    const read = readBoth()
    readingMs += usedMs() - before
    return read
  }
  const statements = new Map<string, number>()
  countStatements(statements)
  const readBytes = countBytes()
  const readCounts = () => {
    const { database, outside } = readBytes()
    const count = [...statements.values()].reduce((sum, one) => sum + one, 0)
    return { statements: count, databaseBytes: database, outsideBytes: outside }
  }
  return {
    statements,
    begin: () => ({ ...readProcesses(), ...readCounts(), ownMs: ownMs() }),
    end(since) {
      const own = ownMs() - since.ownMs
      const { helpers, postgres } = readProcesses()
      const counts = readCounts()
      return {
        oursMs: own + spentSince(since.helpers, helpers),
        postgresMs: spentSince(since.postgres, postgres),
        statements: counts.statements - since.statements,
        databaseBytes: counts.databaseBytes - since.databaseBytes,
        outsideBytes: counts.outsideBytes - since.outsideBytes,
      }
    },
  }
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function readBoth(): Pick<Reading, 'helpers' | 'postgres'> {
  const helpers = tree(process.pid).filter(({ pid }) => pid !== process.pid)
  const postgres = tree(process.ppid).filter(({ command }) => command.startsWith('postgres'))
  const spentBy = (some: readonly { readonly pid: number }[]) => new Map(some.map(({ pid }) => [pid, cpuMs(pid)]))
  return { helpers: spentBy(helpers), postgres: spentBy(postgres) }
}
