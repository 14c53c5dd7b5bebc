import pg from 'pg'
import type { Connection } from '#infra/db/client.ts'

/** The template from which each test's database is copied. */
export const templateName = 'posthorn_t_template'

/** The template with a real clock, for real processes. */
export const liveTemplateName = 'posthorn_t_live'

/** Returns the connection to another database on the same server. */
export function inDatabase(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

export async function withServer<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
