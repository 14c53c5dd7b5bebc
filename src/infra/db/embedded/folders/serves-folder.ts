import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * True if this session's server keeps its data in this folder. A copied folder contains the pid file of the original,
 * and so refers to the original's server while that runs. In another container, the same folder may have a different
 * path. The function then checks whether the server sees a file that we create.
 */
export async function servesFolder(client: pg.Client, home: string): Promise<boolean> {
  const { rows } = await client.query<{ path: string }>("select current_setting('data_directory') as path")
  if (await isSameFolder(rows[0]?.path ?? '', home)) return true
  const name = `posthorn-probe-${randomUUID()}`
  await writeFile(join(home, name), '')
  try {
    const seen = await client.query('select from pg_stat_file($1, true) as file where file.size is not null', [name])
    return seen.rows.length > 0
  } finally {
    await rm(join(home, name), { force: true })
  }
}

export async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path, { bigint: true }).catch(() => null)))
  return a?.dev === b?.dev && a?.ino === b?.ino && a !== null
}
