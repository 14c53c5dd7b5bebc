import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { unavailable } from '../unavailable.ts'
import type { Account } from './run-program.ts'

/**
 * Chooses the account that runs PostgreSQL, which refuses to run as root. Root runs it as the owner of an existing
 * database, or else as `nobody`. Other users run it under their own account.
 */
export async function chooseAccount(
  databaseFolder: string,
  uid = process.geteuid?.() ?? 0,
  lookUp: () => unknown = userInfo,
): Promise<Account> {
  const owner = await stat(databaseFolder).catch(() => null)
  if (uid !== 0) {
    refuseNameless(uid, lookUp)
    if (owner && owner.uid !== uid) {
      throw unavailable(
        `The database in ${databaseFolder} belongs to another account (uid ${owner.uid}), and Posthorn runs as uid ${uid}. ` +
          'Start Posthorn as root or as that account, or give the folder to this one with chown -R.',
      )
    }
    return null
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return nobody()
}

/**
 * Refuses a uid without a name: PostgreSQL looks up its own user by number and stops if there is none. Some platforms
 * assign such numbers.
 */
function refuseNameless(uid: number, lookUp: () => unknown): void {
  try {
    lookUp()
  } catch (error) {
    throw unavailable(
      `The embedded PostgreSQL cannot run as uid ${uid}, because /etc/passwd has no entry for it. Run Posthorn as an account that has one.`,
      error,
    )
  }
}

async function nobody(): Promise<Account> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const entries = passwd.split('\n').map((line) => line.split(':'))
  const entry = entries.find((fields) => fields[2] === '65534') ?? entries.find((fields) => fields[0] === 'nobody')
  const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])]
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw unavailable(
      'PostgreSQL does not run as root, and this system has no account `nobody` (uid 65534) to run it as. Start Posthorn as an ordinary user.',
    )
  }
  return { uid, gid }
}

/**
 * Returns the first folder on the path to `folder`, including itself, that the account cannot enter; null if there is
 * none.
 */
export async function closedTo(account: Account, folder: string): Promise<string | null> {
  if (!account) return null
  const parent = dirname(folder)
  const above = parent === folder ? null : await closedTo(account, parent)
  if (above) return above
  const found = await stat(folder).catch(() => null)
  if (!found) return null
  const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
  return found.mode & bit ? null : folder
}
