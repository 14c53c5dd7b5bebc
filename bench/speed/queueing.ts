import { parseArgs } from 'node:util'

/**
 * Simulates an hour of due posts before a number of workers and one database, with a seed. People like full hours, so a
 * share of the posts is due in one minute of the hour: that peak decides how much is needed, not the average.
 *
 * The costs of one publication are those that `throughput` measures with all eight networks. The simulation knows no
 * crash, no quota and no gap between two posts of one account; the real benches do.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    'worker-ms': { type: 'string', default: '2.6' },
    'database-ms': { type: 'string', default: '1.7' },
    'database-cores': { type: 'string', default: '2,8,32' },
    'on-the-hour': { type: 'string', default: '0.3' },
  },
})
const workerMs = Number(values['worker-ms'])
const databaseMs = Number(values['database-ms'])
const onTheHour = Number(values['on-the-hour'])
const hourMs = 3_600_000
const minuteMs = 60_000
/** The number of concurrent calls of a worker. Each network has 500 slots; the simulation has one network. */
const placesOfWorker = 500
const callMs = { median: 400, spread: 0.5 }
/** More would need minutes to simulate, and shows nothing that a smaller one does not. */
const mostPosts = 4_000_000

interface Scene {
  readonly perSecond: number
  readonly workers: number
  readonly databaseCores: number
}

console.log('posts/s  workers  database cores  lateness p50, p99, longest (s)  workers busy  database busy')
for (const perSecond of [4, 40, 400, 1_000])
  for (const databaseCores of values['database-cores'].split(',').map(Number))
    for (const workers of [1, 2, 4, 16]) {
      const scene = { perSecond, workers, databaseCores }
      if (perSecond * 3_600 > mostPosts || !isWorthIt(scene)) continue
      report(scene, simulate(scene))
    }

/** True when the average alone leaves some room, and there are not far more machines than posts. */
function isWorthIt({ perSecond, workers, databaseCores }: Scene): boolean {
  const busy = (perSecond * workerMs) / 1_000 / workers
  const databaseBusy = (perSecond * databaseMs) / 1_000 / databaseCores
  return busy < 1 && databaseBusy < 1 && busy > 0.002 && databaseBusy > 0.0005
}

interface Outcome {
  readonly lateness: Float64Array
  readonly busyMs: number
}

/** Walks the posts in the order of their times: each waits for the database, for a worker, and for a place for its call. */
function simulate({ perSecond, workers, databaseCores }: Scene): Outcome {
  const random = mulberry(Number(values.seed))
  const due = dueTimes(perSecond, random)
  const database = new Float64Array(databaseCores)
  const worker = new Float64Array(workers)
  const places = createQueue(workers * placesOfWorker)
  const lateness = new Float64Array(due.length)
  for (const [nth, at] of due.entries()) {
    const read = takeFreest(database, at, databaseMs)
    const ready = takeFreest(worker, read, workerMs)
    const begun = places.take(ready, callMs.median * Math.exp(callMs.spread * normal(random)))
    lateness[nth] = begun - at
  }
  return { lateness: lateness.sort(), busyMs: due.length * workerMs }
}

function dueTimes(perSecond: number, random: () => number): Float64Array {
  const count = Math.round(perSecond * 3_600)
  const times = Float64Array.from({ length: count }, () =>
    random() < onTheHour ? hourMs / 2 + random() * minuteMs * 0.02 : random() * hourMs,
  )
  return times.sort()
}

/** Gives work to the server that is free first, and returns when it is done. */
function takeFreest(freeAt: Float64Array, from: number, costMs: number): number {
  let freest = 0
  for (let each = 1; each < freeAt.length; each++) if ((freeAt[each] ?? 0) < (freeAt[freest] ?? 0)) freest = each
  const done = Math.max(from, freeAt[freest] ?? 0) + costMs
  freeAt[freest] = done
  return done
}

/** Places for calls, as a heap of the times when they are free again. */
function createQueue(size: number) {
  const heap: number[] = []
  const swap = (a: number, b: number) => {
    const kept = heap[a] ?? 0
    heap[a] = heap[b] ?? 0
    heap[b] = kept
  }
  const sink = () => {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if ((heap[left] ?? Number.POSITIVE_INFINITY) < (heap[least] ?? 0)) least = left
      if ((heap[right] ?? Number.POSITIVE_INFINITY) < (heap[least] ?? 0)) least = right
      if (least === at) return
      swap(at, least)
      at = least
    }
  }
  const rise = () => {
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1
      if ((heap[parent] ?? 0) <= (heap[at] ?? 0)) return
      swap(parent, at)
      at = parent
    }
  }
  return {
    take(from: number, forMs: number): number {
      if (heap.length < size) {
        heap.push(from + forMs)
        rise()
        return from
      }
      const begun = Math.max(from, heap[0] ?? 0)
      heap[0] = begun + forMs
      sink()
      return begun
    },
  }
}

function report({ perSecond, workers, databaseCores }: Scene, { lateness, busyMs }: Outcome): void {
  const at = (share: number) => ((lateness[Math.floor(share * (lateness.length - 1))] ?? 0) / 1_000).toFixed(2)
  const busy = `${((busyMs / workers / hourMs) * 100).toFixed(0)} %`.padStart(12)
  const databaseBusy = `${((perSecond * databaseMs) / databaseCores / 10).toFixed(0)} %`.padStart(14)
  const late = `${at(0.5)}, ${at(0.99)}, ${at(1)}`
  console.log(
    `${String(perSecond).padEnd(9)}${String(workers).padEnd(9)}${String(databaseCores).padEnd(16)}${late.padEnd(31)}${busy}  ${databaseBusy}`,
  )
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A small generator of random numbers with a seed. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
