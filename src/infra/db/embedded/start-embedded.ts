import { realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type EmbeddedConnection, liveSocketFolder } from './find-embedded.ts'
import { createDatabase } from './folders/create-database.ts'
import { isThere, placeDatabase, prepareDataDir } from './folders/database-folder.ts'
import { database, user } from './folders/occupy.ts'
import { openSocketFolder, port } from './folders/socket-folder.ts'
import { chooseAccount } from './programs/account.ts'
import { findBinaries } from './programs/binaries.ts'
import { supervise } from './supervise.ts'

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection
  /** Ends the server cleanly. A second call waits for the first. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** The data folder; the database is in `<dataDir>/postgres`. */
  readonly dataDir: string
  /** Reports progress to the operator. */
  say(message: string): void
  /** Server settings in addition to the usual ones, such as `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder for files that the database's account could not reach elsewhere if root starts Posthorn. */
  readonly stateDir?: string
}

/**
 * Starts a real PostgreSQL in a folder, without a port and without an installation. The server outlives a killed
 * Posthorn, and the next start adopts it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { say, settings = {}, stateDir = '/var/lib/posthorn' } = options
  const dataDir = resolve(options.dataDir)
  const name = join(dataDir, 'postgres')
  const account = await chooseAccount(name)
  const binaries = await findBinaries(account, stateDir)
  await prepareDataDir(dataDir, account)
  if (!(await isThere(name, binaries.major))) {
    say('Creating the database; this happens once.')
    await createDatabase(await placeDatabase(dataDir, account, stateDir, say), binaries, account, settings)
  }
  const home = await realpath(name)
  const socketFolder = (await liveSocketFolder(home)) ?? (await openSocketFolder(home, account))
  const logFile = join(dataDir, 'postgres.log')
  const server = await supervise({ database: home, socketFolder, logFile, binaries, account, settings, say }, dataDir)
  return { connection: { host: socketFolder, port, user, database }, stop: server.stop }
}
