import { readFile } from 'node:fs/promises'

/** The unit of the times in /proc, on every platform of Linux that Node runs on. */
const msPerTick = 10

/**
 * Returns the processor time that a process and the children that it has waited for used so far. Null where the system
 * does not tell: only Linux has /proc.
 */
export async function processorMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  // The name of the program comes before the numbers, in brackets, and may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields?.slice(11, 15).reduce((sum, text) => sum + Number(text), 0)
  return ticks === undefined || Number.isNaN(ticks) ? null : ticks * msPerTick
}
