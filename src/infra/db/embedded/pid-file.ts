import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSameFolder } from './folders/serves-folder.ts'
import { isAlive } from './folders/unique-suffix.ts'

/**
 * The file that a running postmaster writes about itself into the database folder. We read it and never write or remove
 * it.
 */
interface PidFile {
  readonly pid: number
  readonly socketFolder: string | null
}

export async function readPidFile(database: string): Promise<PidFile | null> {
  const text = await readFile(join(database, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isInteger(pid) || pid === 0) return null
  return { pid, socketFolder: lines[4]?.startsWith('/') ? lines[4] : null }
}

/**
 * True if the process is gone or a zombie: a zombie no longer holds anything, even if no init reaps it, as in some
 * containers.
 */
export async function isGone(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return true
  const stat = await readStat(pid)
  return stat !== null && isDead(stat.state)
}

/**
 * Returns the pid in a pid file that outlived its postmaster; null if the file is not stale. After a power failure the
 * pid may belong to any program, and in a copied folder it belongs to the original's server. PostgreSQL would wait for
 * that program indefinitely. If a pid is passed to PostgreSQL as its grandparent's, it treats the pid as stale, and
 * still checks whether the old server's memory is in use. So we need not delete anything.
 */
export async function staleNumber(database: string): Promise<number | null> {
  const file = await readPidFile(database)
  if (!file || !isAlive(file.pid)) return null
  const stat = await readStat(file.pid)
  if (!stat) return null
  const isStale = isDead(stat.state) || stat.name !== 'postgres' || (await worksElsewhere(file.pid, database))
  return isStale ? file.pid : null
}

/**
 * True if this process is the server of another folder. A server's working directory is its data folder. Linux only.
 */
export async function worksElsewhere(pid: number, database: string): Promise<boolean> {
  const stat = await readStat(pid)
  const place = `/proc/${pid}/cwd`
  const isReadable = await access(place).then(
    () => true,
    () => false,
  )
  return stat?.name === 'postgres' && isReadable && !(await isSameFolder(place, database))
}

const isDead = (state: string): boolean => state === 'Z' || state === 'X'

/** Reads a process's state, on Linux only. Elsewhere it returns null, and nothing is assumed. */
async function readStat(pid: number): Promise<{ name: string; state: string } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const match = /^\d+ \((.*)\) (\S)/s.exec(text)
  return match ? { name: match[1] ?? '', state: match[2] ?? '' } : null
}
