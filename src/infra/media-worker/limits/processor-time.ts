import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { promisify } from 'node:util'

/** The unit of the times in /proc, on every platform of Linux that Node runs on. */
const msPerTick = 10

/** The time between two readings. Outside of Linux, each one starts a program. */
export const watchMs = process.platform === 'linux' ? 100 : 1_000

/**
 * Returns the processor time that a process has used so far, including children that it has waited for. If only `ps`
 * reports it, that of the process alone. Null if it is unavailable.
 */
export const processorMs = (pid: number): Promise<number | null> =>
  process.platform === 'linux' ? fromProc(pid) : fromPs(pid)

async function fromProc(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  // The name of the program precedes the numbers, in parentheses, and may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields?.slice(11, 15).reduce((sum, text) => sum + Number(text), 0)
  return ticks === undefined || Number.isNaN(ticks) ? null : ticks * msPerTick
}

async function fromPs(pid: number): Promise<number | null> {
  const args = ['-o', 'time=', '-p', String(pid)]
  const output = await promisify(execFile)('ps', args, { timeout: 2_000 }).catch(() => null)
  return output === null ? null : readPsTime(output.stdout)
}

/** Parses a time from `ps`: `1-02:03:04`, `02:03:04`, or `3:04.56` on a Mac. Null if it is invalid. */
export function readPsTime(text: string): number | null {
  const [clock = '', days = '0'] = text.trim().split('-').reverse()
  const parts = clock.split(':').map(Number)
  if (parts.length < 2 || [...parts, Number(days)].some(Number.isNaN)) return null
  const secondsOfClock = parts.reduce((sum, part) => sum * 60 + part, 0)
  return Math.round((Number(days) * 86_400 + secondsOfClock) * 1_000)
}
