import { setTimeout as sleep } from 'node:timers/promises'
import { patienceMs } from './patience.ts'

/**
 * The resources that keep a process alive and must be gone when everything that a test opened is closed. Timers are
 * excluded: the runner has its own.
 */
const watched = /^(TCP|Pipe|TLS|FSEvent|Process|Worker)/

// Creates the runner's own pipes now, before anything is counted; they are otherwise created on first use.
void process.stdin
void process.stdout
void process.stderr

let open = 0
let before = new Map<string, number>()

export function noteOpened(): void {
  if (open === 0) before = count()
  open += 1
}

/** Fails if everything was closed but a connection, a server or a child process still exists. */
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
