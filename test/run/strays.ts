import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const tries = 50

/**
 * Ends every process that works in the folder. A process that tests started in its own group outlives a killed run.
 * Only Linux shows where other processes work; on other systems none is found.
 */
export async function endStraysIn(folder: string): Promise<void> {
  for (let left = tries; left > 0; left--) {
    const strays = await straysIn(folder)
    if (strays.length === 0) return
    for (const pid of strays) end(pid)
    await sleep(20)
  }
}

async function straysIn(folder: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, folder)) ? [pid] : [])))
  return found.flat()
}

/** True if a process works in the folder, by its working folder, its arguments or its environment, such as TMPDIR. */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  const place = join('/proc', String(pid))
  const looks = await Promise.all([
    readlink(join(place, 'cwd')).catch(() => ''),
    readFile(join(place, 'cmdline'), 'utf8').catch(() => ''),
    readFile(join(place, 'environ'), 'utf8').catch(() => ''),
  ])
  return looks.some((text) => text.includes(folder))
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended, or belongs to another user.
  }
}
