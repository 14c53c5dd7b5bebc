import type { PlannedMigration } from '#infra/db/migrations/index.ts'
import { joinDatabase, migrateDatabase, planDatabase } from '../database.ts'
import { type Command, UsageFault } from './command.ts'

export const migrateCommand: Command = {
  async run({ args, readConfig, say, note, version }) {
    if (args.some((word) => word !== '--plan')) throw new UsageFault('accepts no arguments except --plan')
    const isPlan = args.length > 0
    const database = await joinDatabase(readConfig(), isPlan ? note : say)
    try {
      if (isPlan) {
        for (const line of describePlan(await planDatabase(database.directConnection), version)) say(line)
        return 0
      }
      const applied = await migrateDatabase(database.directConnection, say)
      say(applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'The database is up to date.')
      return 0
    } finally {
      await database.stop()
    }
  },
}

type Effect = PlannedMigration['effects'][number]

/** From this many rows on, an operator should know that requests are blocked. */
const manyRows = 100_000

/** Describes a plan in lines: what would run, what it would block, and what to do first. */
export function describePlan(plan: readonly PlannedMigration[], version: string): string[] {
  if (plan.length === 0) return ['The database is up to date. There is nothing to migrate.']
  const count = plan.length === 1 ? 'One migration would run' : `${plan.length} migrations would run`
  return [`${count}; nothing was changed.`, ...plan.flatMap(describeOne), '', ...whatFirst(plan, version)]
}

function describeOne({ name, kind, effects }: PlannedMigration): string[] {
  const says =
    kind.is === 'expand'
      ? 'expands: older versions can keep running'
      : `contracts: needs version ${kind.from} or later on every process`
  return ['', `${name}  ${says}`, ...new Set(effects.map((effect) => `  ${waitOf(effect)}`))]
}

function waitOf({ table, does, waits, allRows, rows }: Effect): string {
  const size = rows > 0 ? `${table} (about ${rows.toLocaleString('en')} rows)` : table
  const long = allRows === null ? ', briefly' : `, while all its rows are ${allRows}`
  const who = {
    all: `blocks reads and writes${long}`,
    writers: `blocks writes${long}`,
    'same rows': `writes to the same rows wait${long}`,
    nobody: 'nothing waits',
  }[waits]
  return `${does} on ${size}: ${who}.`
}

function whatFirst(plan: readonly PlannedMigration[], version: string): string[] {
  const older = plan.flatMap(({ name, breaks }) =>
    breaks.map(
      ({ host, roles, version: theirs }) =>
        `- Upgrade or stop ${roles.join(' and ')} on ${host}, which runs ${theirs}: ${name} would break it.`,
    ),
  )
  const slow = plan
    .flatMap(({ effects }) => effects)
    .filter(({ waits, allRows, rows }) => (waits === 'all' || waits === 'writers') && allRows && rows >= manyRows)
    .map(({ table, does }) => `- Choose a quiet hour: ${does} takes a long time on ${table} and blocks requests.`)
  return [
    'First:',
    '- Make a backup: posthorn backup PLACE --verify. The schema cannot be downgraded.',
    ...new Set([...older, ...slow]),
    older.length > 0
      ? '- Then run this again.'
      : `- Then run posthorn migrate, or start a process of ${version}. Running processes do not have to stop.`,
  ]
}
