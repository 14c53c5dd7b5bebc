import { type Statement, splitList } from './statements.ts'

/** The effect of a statement on a table that other processes use at the same time. */
export interface Effect {
  readonly line: number
  readonly table: string
  /** The statement in a few words, such as "add column". */
  readonly does: string
  /** The operations that wait until the migration is over. */
  readonly waits: 'all' | 'writers' | 'same rows' | 'nobody'
  /** Set if it reads or rewrites every row, so that it takes longer the larger the table is. */
  readonly allRows: 'read' | 'rewritten' | null
  /** Why an older program may fail on the result, or null if it cannot. */
  readonly narrows: string | null
}

type Rule = readonly [pattern: RegExp, does: string, effect: Partial<Omit<Effect, 'line' | 'table' | 'does'>>]

/** Actions after `alter table <name>`. The first matching rule applies. */
const alterations: readonly Rule[] = [
  [/^add column .*\bgenerated always as\b/, 'add column', { allRows: 'rewritten' }],
  [/^add column (?!.*\bdefault\b).*\bnot null\b/, 'add column', { narrows: 'older programs do not fill the column' }],
  [/^add column .*\bdefault [\w.]+\(/, 'add column', { allRows: 'rewritten' }],
  [/^add column\b/, 'add column', {}],
  [
    /^add (?:constraint \w+ )?foreign key\b/,
    'add foreign key',
    { waits: 'writers', allRows: 'read', narrows: 'older programs may write other values' },
  ],
  [
    /^add (?:constraint \w+ )?(?:check|unique|primary|exclude)\b/,
    'add constraint',
    { allRows: 'read', narrows: 'older programs may write other values' },
  ],
  [/^drop constraint\b/, 'drop constraint', {}],
  [/^alter column \w+ drop not null\b/, 'drop not null', {}],
  [/^alter column \w+ set (?:default|storage|statistics|compression)\b/, 'alter column', {}],
  [
    /^alter column \w+ set not null\b/,
    'set not null',
    { allRows: 'read', narrows: 'older programs may leave it empty' },
  ],
  [/^alter column \w+ (?:set data )?type\b/, 'change type', { allRows: 'rewritten', narrows: 'the type changes' }],
  [/^(?:set|reset) \(/, 'set parameters', { waits: 'nobody' }],
  [/^validate constraint\b/, 'validate constraint', { waits: 'nobody', allRows: 'read' }],
  [/^rename\b/, 'rename', { narrows: 'older programs use the old name' }],
  [/^drop column\b/, 'drop column', { narrows: 'older programs use the column' }],
  [/^/, 'alter table', { narrows: 'an expanding migration may contain only statements known to widen' }],
]

/** Other statements, with the table in the group. Statements that affect only their own objects have none. */
const others: readonly Rule[] = [
  [
    /^create unique index concurrently (?:if not exists )?\w+ on (\w+)/,
    'create unique index',
    { waits: 'nobody', allRows: 'read', narrows: 'older programs may write equal values' },
  ],
  [
    /^create unique index (?:if not exists )?\w+ on (\w+)/,
    'create unique index',
    { waits: 'writers', allRows: 'read', narrows: 'older programs may write equal values' },
  ],
  [
    /^create index concurrently (?:if not exists )?\w+ on (\w+)/,
    'create index concurrently',
    { waits: 'nobody', allRows: 'read' },
  ],
  [/^create index (?:if not exists )?\w+ on (\w+)/, 'create index', { waits: 'writers', allRows: 'read' }],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on (\w+)/, 'create trigger', { waits: 'writers' }],
  [/^update (\w+)/, 'update', { waits: 'same rows', allRows: 'read', narrows: 'older programs know the old values' }],
  [/^delete from (\w+)/, 'delete', { waits: 'same rows', allRows: 'read', narrows: 'rows disappear' }],
  [/^drop (\w+)/, 'drop', { narrows: 'older programs use it' }],
  [/^(truncate|do)\b/, 'rewrite', { narrows: 'its effect cannot be determined automatically' }],
  [/^alter (\w+)/, 'alter', { narrows: 'older programs expect the previous definition' }],
]

/** Returns the effects of a migration's statements on existing tables. */
export function effectsOf(statements: readonly Statement[]): Effect[] {
  const added = namesAfter(statements, /^create (?:unlogged )?table (?:if not exists )?(\w+)/g)
  const isNew = (table: string): boolean => added.has(table)
  return statements.flatMap((statement) => effectsOfOne(statement, statements)).filter(({ table }) => !isNew(table))
}

function effectsOfOne({ text, line }: Statement, all: readonly Statement[]): Effect[] {
  const [, altered, actions] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(text) ?? []
  if (altered && actions)
    return splitList(actions).map((action) => judged(alterations, action, { line, table: altered }, all))
  const referenced = /^create table\b/.test(text) ? text.matchAll(/\breferences (\w+)/g) : []
  const held = [...new Set([...referenced].map(([, table = '']) => table))]
  if (/^create table\b/.test(text))
    return held.map((table) => ({ ...base, line, table, does: 'reference', waits: 'writers' }))
  if (!others.some(([pattern]) => pattern.test(text))) return []
  return [judged(others, text, { line, table: '' }, all)]
}

const base = { waits: 'all', allRows: null, narrows: null } as const

function judged(
  rules: readonly Rule[],
  text: string,
  at: Pick<Effect, 'line' | 'table'>,
  all: readonly Statement[],
): Effect {
  const [pattern, does, effect] = rules.find(([one]) => one.test(text)) ?? [/^/, text, {}]
  const table = at.table || (pattern.exec(text)?.[1] ?? '')
  const found = { ...base, ...effect, does, line: at.line, table }
  return isWidening(text, table, all) ? { ...found, narrows: null } : found
}

/** True if the rest of the migration shows that a statement removes nothing. */
function isWidening(text: string, table: string, all: readonly Statement[]): boolean {
  // A constraint that replaces one with the same name must be less strict; a reviewer checks that.
  const constraint = /^add constraint (\w+)/.exec(text)?.[1]
  if (constraint) return all.some((one) => one.text.includes(`drop constraint ${constraint}`))
  // Columns that this migration adds may be filled.
  const set = /^update \w+(?: \w+)? set (.*?)(?: from .*| where .*)?$/.exec(text)?.[1]
  if (!set) return false
  const added = namesAfter(
    all.filter((one) => one.text.startsWith(`alter table ${table} `)),
    /\badd column (?:if not exists )?(\w+)/g,
  )
  return splitList(set).every((one) => added.has(/^(\w+) =/.exec(one)?.[1] ?? ''))
}

const namesAfter = (statements: readonly Statement[], pattern: RegExp): ReadonlySet<string> =>
  new Set(statements.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name)))
