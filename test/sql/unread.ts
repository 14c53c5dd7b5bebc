/** The number of statements in each file that can be assembled only at run time. It may only fall. */
export const unread: Readonly<Record<string, number>> = {
  'src/infra/db/migrations/migrate.ts': 3,
  'src/infra/db/partitions/keep-partitions.ts': 7,
  'src/modules/audit/store.ts': 1,
  'src/modules/identity/people/export/store.ts': 1,
  'src/modules/quota/store.ts': 1,
}
