import { setTimeout as sleep } from 'node:timers/promises'
import { patienceMs } from './patience.ts'

/**
 * What keeps a process alive and must be gone when everything that a test opened is closed again. Timers are left out:
 * the runner has its own.
 */
const watched = /^(TCP|Pipe|TLS|FSEvent|Process|Worker)/

// The runner's own pipes are made at their first use; from here on they are there before anything is counted.
void process.stdin
void process.stdout
void process.stderr

let open = 0
let before = new Map<string, number>()

export function noteOpened(): void {
  if (open === 0) before = count()
  open += 1
}

/** Fails when the last thing was closed and a connection, a server or a child is still there. */
export async function noteClosed(): Promise<void> {
  open -= 1
  if (open > 0) return
  const deadline = performance.now() + patienceMs(10_000)
  while (leaks().length > 0) {
    if (performance.now() > deadline)
      throw new Error(
        `Still open after everything was closed: ${leaks().join(', ')}. Close it, or use \`await using\`.`,
      )
    await sleep(10)
  }
}

function leaks(): string[] {
  return [...count()]
    .filter(([kind, number]) => number > (before.get(kind) ?? 0))
    .map(([kind, number]) => `${number - (before.get(kind) ?? 0)} ${kind}`)
}

function count(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo())
    if (watched.test(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
