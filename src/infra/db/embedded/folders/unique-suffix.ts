import { randomBytes } from 'node:crypto'
import process from 'node:process'

const made = new Set<string>()

/**
 * Returns `<pid>-<random>`, which tells a later start whether the process that made a temporary folder may still be
 * using it.
 */
export function uniqueSuffix(): string {
  const suffix = `${process.pid}-${randomBytes(4).toString('hex')}`
  made.add(suffix)
  return suffix
}

/** True if the process that created it is gone. Our own pid may be that of an earlier process, as in a container. */
export function isAbandoned(suffix: string): boolean {
  const pid = Number(suffix.split('-')[0])
  if (pid === process.pid) return !made.has(suffix)
  return !isAlive(pid)
}

/** Also true for a process of another account (EPERM). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
