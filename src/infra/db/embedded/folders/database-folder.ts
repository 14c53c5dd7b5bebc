import { chmod, lstat, mkdir, readdir, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { closedTo } from '../programs/account.ts'
import type { Account } from '../programs/run-program.ts'
import { unavailable } from '../unavailable.ts'

/**
 * The current or future location of the database. It is `<dataDir>/postgres`. When root starts Posthorn and `nobody`
 * may not enter the folders above, that name is a link to a folder in the state directory, so that the data folder
 * still shows where its data is.
 */
export interface DatabaseFolder {
  readonly name: string
  /** The parent folder, when the database is made elsewhere and linked. */
  readonly elsewhere: string | null
}

/**
 * True if the folder contains a complete database of this version; false if it is missing or empty. Refuses anything
 * else.
 */
export async function isThere(name: string, major: number): Promise<boolean> {
  const found = await lstat(name).catch(() => null)
  if (!found) return false
  const entries = await readdir(name).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && found.isSymbolicLink()) {
      throw unavailable(
        `${name} points to ${await readlink(name)}, which no longer exists. Restore that folder, or remove the ` +
          `link to start with an empty database.`,
        error,
      )
    }
    throw unavailable(`The database folder ${name} cannot be read (${error.code}).`, error)
  })
  if (entries.length === 0) return false
  const version = await readFile(join(name, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) {
    throw unavailable(
      `${name} contains something that is not a PostgreSQL database. Move it away, or choose another DATA_DIR.`,
    )
  }
  if (Number(version) !== major) {
    throw unavailable(
      `The database in ${name} was created by PostgreSQL ${version.trim()}, but the embedded version is ${major}. ` +
        'Start the version of Posthorn that created it, or move the data with pg_dump.',
    )
  }
  return true
}

export async function prepareDataDir(dataDir: string, account: Account): Promise<void> {
  // Other accounts may pass through but not list the folder: the account of the database has to reach its own folder.
  await mkdir(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 })
}

export async function placeDatabase(
  dataDir: string,
  account: Account,
  stateDir: string,
  say: (message: string) => void,
): Promise<DatabaseFolder> {
  const name = join(dataDir, 'postgres')
  const closed = await closedTo(account, await realpath(dataDir))
  if (closed === null) return { name, elsewhere: null }
  if (closed === (await realpath(dataDir))) {
    await chmod(dataDir, (await stat(dataDir)).mode | 0o011)
    say(`${dataDir} is now traversable (but not listable) by other accounts, because the database runs as one of them.`)
    return { name, elsewhere: null }
  }
  const root = resolve(stateDir)
  await mkdir(root, { recursive: true, mode: 0o755 })
  const blocked = await closedTo(account, root)
  if (blocked !== null) {
    throw unavailable(
      `PostgreSQL does not run as root, and the account it runs as (uid ${account?.uid}) cannot enter ${closed} or ` +
        `${blocked}. ` +
        'Choose a DATA_DIR in a folder that other accounts can enter, or start Posthorn as an ordinary user.',
    )
  }
  say(
    `The database cannot be in ${dataDir}, because the account it runs as cannot enter ${closed}. It is stored in ` +
      `${root}.`,
  )
  return { name, elsewhere: root }
}
