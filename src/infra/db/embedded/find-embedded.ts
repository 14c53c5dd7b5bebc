import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { database, reach, user } from './folders/occupy.ts'
import { port } from './folders/socket-folder.ts'
import { readPidFile } from './pid-file.ts'

/** A connection for `pg`. The host is the folder of the server's socket, because there is no port. */
export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Finds the database of a Posthorn that is running on this folder; null when there is none. */
export async function findEmbedded(dataDir: string): Promise<EmbeddedConnection | null> {
  const home = await realpath(join(resolve(dataDir), 'postgres')).catch(() => null)
  const host = home === null ? null : await liveSocketFolder(home)
  return host === null ? null : { host, port, user, database }
}

/**
 * Returns the folder of a running server's socket. A server that outlived its Posthorn may have it elsewhere than we
 * would put it now.
 */
export async function liveSocketFolder(home: string): Promise<string | null> {
  const folder = (await readPidFile(home))?.socketFolder ?? null
  if (folder === null) return null
  const reached = await reach(folder)
  if (reached.kind === 'nobody') return null
  if (reached.kind === 'open') await reached.client.end()
  return folder
}
