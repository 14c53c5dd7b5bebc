import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, open, readdir, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from '../programs/binaries.ts'
import { type Account, runProgram } from '../programs/run-program.ts'
import { unavailable } from '../unavailable.ts'
import type { DatabaseFolder } from './database-folder.ts'
import { isAbandoned, uniqueSuffix } from './unique-suffix.ts'

/**
 * Creates the database folder atomically: it is complete or does not exist. It is made under a temporary name, with our
 * database in it, and renamed in one step at the end. A start that is killed before that leaves only a folder that the
 * next start deletes. If two starts run at the same time, the second finds that the name is taken and discards its own
 * work.
 */
export async function createDatabase(
  folder: DatabaseFolder,
  binaries: Binaries,
  account: Account,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const stem = folder.elsewhere ? join(folder.elsewhere, `data-${hashOf(folder.name)}`) : folder.name
  await sweepAbandoned(stem)
  const suffix = uniqueSuffix()
  const attempt = `${stem}.tmp-${suffix}`
  try {
    await mkdir(attempt, { mode: 0o700 })
    await chmod(attempt, 0o700)
    if (account) await chown(attempt, account.uid, account.gid)
    await fill(attempt, binaries, account, settings)
    await (folder.elsewhere ? linkTo(`${stem}-${suffix}`, attempt, folder.name) : nameIt(attempt, folder.name))
  } finally {
    await rm(attempt, { recursive: true, force: true })
  }
}

export const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 12)

async function fill(
  dir: string,
  binaries: Binaries,
  account: Account,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const flags = [
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  if (settings.fsync === 'off') flags.push('--no-sync')
  const made = await runProgram(binaries.initdb, ['-D', dir, '-U', 'posthorn', '--no-instructions', ...flags], account)
  if (made.code !== 0) throw creationFailed('initdb', made.output, made.failure)
  const single = ['--single', '-D', dir, '-c', 'exit_on_error=on', 'postgres']
  const named = await runProgram(binaries.postgres, single, account, 'create database posthorn owner posthorn\n')
  if (named.code !== 0) throw creationFailed('create database', named.output, named.failure)
}

function creationFailed(step: string, output: string, failure: Error | null): Error {
  const message = (output.trim() || failure?.message) ?? 'no reason given'
  if (/could not look up effective user/.test(message)) {
    return unavailable(
      'The embedded PostgreSQL cannot run as this account, because /etc/passwd has no entry for it. Run Posthorn as an account that has one.',
    )
  }
  return new Error(`The database could not be created (${step}): ${message}`, { cause: failure ?? undefined })
}

async function nameIt(attempt: string, name: string): Promise<void> {
  try {
    await rename(attempt, name)
  } catch (error) {
    if (!isTaken(error)) throw error
    return
  }
  await syncFolder(dirname(name))
}

async function linkTo(target: string, attempt: string, name: string): Promise<void> {
  await rename(attempt, target)
  try {
    // An empty folder may occupy the name, and a link cannot replace it.
    await rmdir(name).catch(() => {})
    await symlink(target, name)
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    if (!isTaken(error)) throw error
    return
  }
  await syncFolder(dirname(target))
  await syncFolder(dirname(name))
}

const isTaken = (error: unknown): boolean =>
  ['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Flushes a folder: only then does a new name survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Deletes the folders of abandoned attempts. A killed attempt's initdb may still be writing; the first start after it
 * ends deletes what remains.
 */
async function sweepAbandoned(stem: string): Promise<void> {
  const prefix = `${basename(stem)}.tmp-`
  for (const entry of await readdir(dirname(stem))) {
    if (!entry.startsWith(prefix) || !isAbandoned(entry.slice(prefix.length))) continue
    await rm(join(dirname(stem), entry), { recursive: true, force: true }).catch(() => {})
  }
}
