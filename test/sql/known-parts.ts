import { columnNames } from '#infra/db/tables.ts'
import { constant, ofSql, placeholder, type Value } from './values.ts'

/** Columns whose values PostgreSQL generates. */
const generated = new Set(['publication.ordinal', 'metricsWatch.engagement', 'metricsWatch.seen'])

/** Parts of statements that depend on what runs, with a text that has the same columns. */
export const stubs: Readonly<Record<string, ((given: readonly Value[]) => Value) | undefined>> = {
  'Claim.held': () => ofSql('select id from remote_account for share'),
  'Claim.heldForChange': () => ofSql('select id from remote_account for no key update'),
  'Claim.holds': () => ofSql('exists (select)'),
  'Claim.firstDue': () => ofSql('(select null::timestamptz)'),
  /** All columns of the table, for code that names the columns of the rows passed to it. */
  insertInto([table]) {
    const name = table?.kind === 'constant' ? (table.value as keyof typeof columnNames) : undefined
    if (!table || !name) return table ?? { kind: 'unknown' }
    const columns = columnNames[name]
      .split(' ')
      .filter((column) => !generated.has(`${name}.${column}`))
      .map((column) => `"${column}"`)
    const inDatabase = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return ofSql(`insert into "${inDatabase}" (${columns.join(', ')})
      select ${columns.join(', ')} from jsonb_populate_recordset(null::"${inDatabase}", ${placeholder}::jsonb)`)
  },
  'SelectQueryBuilder.select': ([column]) =>
    column?.kind === 'constant' && column.value === 'profile.id'
      ? ofSql('(select profile.id from profile)')
      : { kind: 'unknown' },
  Number: () => ({ kind: 'unknown' }),
  String: ([given]) => (given?.kind === 'constant' ? constant(String(given.value)) : { kind: 'unknown' }),
}
