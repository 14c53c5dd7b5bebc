import { openPool, openDb } from '#infra/db/client.ts'
import { migrate } from '#infra/db/migrate.ts'
import { tablesSource } from './tables.ts'
import { schemaSource } from './schema-sql.ts'
import { writeFileSync } from 'node:fs'
const pool = openPool({ connectionString: 'postgres://posthorn@127.0.0.1:55432/dev' }, { name: 'gen', max: 2, statementTimeoutMs: 5000 }, console.error)
const db = openDb(pool)
console.log(await migrate(db, 'migrations'))
writeFileSync('src/infra/db/tables.ts', await tablesSource(db))
writeFileSync('docs/schema.sql', await schemaSource(db))
await db.destroy()
