import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { database, reach, user } from './folders/occupy.ts'
import { port } from './folders/socket-folder.ts'
import { readPidFile, worksElsewhere } from './pid-file.ts'

/** A connection for `pg`. The host is the folder of the server's socket, because there is no port. */
export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Finds the database of a Posthorn process running on this folder, or null if there is none. */
export async function findEmbedded(dataDir: string): Promise<EmbeddedConnection | null> {
  const home = await realpath(join(resolve(dataDir), 'postgres')).catch(() => null)
  const host = home === null ? null : await liveSocketFolder(home)
  return host === null ? null : { host, port, user, database }
}

/**
 * Returns the folder of a running server's socket. A server that outlived its Posthorn process may have its socket in a
 * different folder than we would choose now. The server of the folder that this one was copied from does not count.
 */
export async function liveSocketFolder(home: string): Promise<string | null> {
  const file = await readPidFile(home)
  const folder = file?.socketFolder ?? null
  if (!file || folder === null) return null
  const reached = await reach(folder, home).catch((error: unknown) => {
    // In a copied folder, the pid file refers to the original, which may belong to another account.
    if (folder === home) throw error
    return { kind: 'nobody' } as const
  })
  if (reached.kind === 'open') await reached.client.end()
  const mayBeOurs = reached.kind === 'open' || (reached.kind === 'not-yet' && !(await worksElsewhere(file.pid, home)))
  return mayBeOurs ? folder : null
}
