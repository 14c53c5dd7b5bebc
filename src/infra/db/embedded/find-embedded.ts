import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { database, reach, user } from './occupy.ts'
import { readPidFile } from './pid-file.ts'
import { port } from './socket-folder.ts'

/** What `pg` needs; the host is the folder of the server's socket, for there is no port. */
export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** The way to the database of a Posthorn that is running on this folder; null when none is. */
export async function findEmbedded(dataDir: string): Promise<EmbeddedConnection | null> {
  const home = await realpath(join(resolve(dataDir), 'postgres')).catch(() => null)
  const host = home === null ? null : await liveSocketFolder(home)
  return host === null ? null : { host, port, user, database }
}

/** Where the socket of a running server is; one that outlived its Posthorn may have it elsewhere than we would put it now. */
export async function liveSocketFolder(home: string): Promise<string | null> {
  const folder = (await readPidFile(home))?.socketFolder ?? null
  if (folder === null) return null
  const reached = await reach(folder)
  if (reached.kind === 'nobody') return null
  if (reached.kind === 'open') await reached.client.end()
  return folder
}
