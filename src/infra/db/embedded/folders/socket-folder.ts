import { chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import type { Account } from '../programs/run-program.ts'
import { unavailable } from '../unavailable.ts'
import { hashOf } from './create-database.ts'

export const port = 5432

/** The kernel allows 104 to 108 bytes for the path of a socket. */
const maxSocketPathBytes = 100

const socketPath = (folder: string): string => join(folder, `.s.PGSQL.${port}`)

/**
 * Returns the folder for the socket. It is the database's own folder, which only its account may enter; that replaces a
 * password. If that path would be too long, it is a folder in the temporary directory, which is just as closed to
 * others.
 */
export async function openSocketFolder(database: string, account: Account): Promise<string> {
  if (Buffer.byteLength(socketPath(database)) <= maxSocketPathBytes) return database
  const name = `${prefix}${hashOf(database)}`
  const roots = [...new Set([tmpdir(), '/tmp'])]
  const candidates = roots.flatMap((root) => ['', '-1', '-2', '-3'].map((more) => join(root, name + more)))
  for (const folder of candidates) {
    if (Buffer.byteLength(socketPath(folder)) > maxSocketPathBytes) continue
    if (await takeFolder(folder, account)) return folder
  }
  throw unavailable(
    `The path of ${database} is too long for a socket, and no folder for one can be made in ${roots.join(' or ')}. Choose a shorter DATA_DIR.`,
  )
}

const prefix = 'posthorn-'

/**
 * Creates a folder in the temporary directory. Anyone may write there, so an existing folder counts only if it is
 * exclusively ours.
 */
async function takeFolder(folder: string, account: Account): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 })
    if (account) await chown(folder, account.uid, account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
  }
  const found = await lstat(folder)
  const uid = account?.uid ?? process.geteuid?.()
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
}

/** Removes a folder that was created only for the socket. It is empty once the server has ended; if not, it stays. */
export async function closeSocketFolder(folder: string, database: string): Promise<void> {
  if (folder !== database && basename(folder).startsWith(prefix)) await rmdir(folder).catch(() => {})
}
