import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * The bytes of a long stream are of no use a moment after they came, but they lie outside the heap of JavaScript, and
 * V8 by itself deals with them late and dearly: each 64 MB of them make it look through the whole heap, which in a
 * process of our size costs more than to receive, hash and write them. So V8 counts them like any other memory, and
 * whoever lets many pass has the youngest objects looked through now and then, which takes a millisecond.
 */
const everyBytes = 16 * 1024 * 1024

setFlagsFromString('--external-memory-accounted-in-global-limit')
// A long answer leaves a little behind at each look through the youngest objects. By itself V8 lets that grow to several
// times of what is alive before it looks at the old ones; half as much again costs it a percent of its time.
setFlagsFromString('--heap-growing-percent=50')
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor'; execution: 'sync' }) => void

let sinceLast = 0

/** So many bytes have passed through, and nobody holds them any more. */
export function bytesPassed(count: number): void {
  sinceLast += count
  if (sinceLast < everyBytes) return
  sinceLast = 0
  collect({ type: 'minor', execution: 'sync' })
}
