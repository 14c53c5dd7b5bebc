import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Bytes between two minor collections. The bytes of a long stream are garbage a moment after they arrive, but they lie
 * outside the JavaScript heap, and by default V8 frees them late and at a high cost: each 64 MB of them triggers a scan
 * of the whole heap, which in a process of our size costs more than receiving, hashing and writing them. So V8 counts
 * them like any other memory, and code that passes many bytes triggers a minor collection from time to time, which
 * takes a millisecond.
 */
const everyBytes = 16 * 1024 * 1024

let collect: ((options: { type: 'minor'; execution: 'sync' }) => void) | null = null
let sinceLast = 0

/** Sets V8's flags for a process that passes many bytes. Call it once, at the start of the process. */
export function collectStreamedBytesEarly(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
  // A long response leaves a little garbage behind at each minor collection. By default V8 lets that grow to several
  // times the live heap before a major collection; limiting the growth to 50% costs one percent of its time.
  setFlagsFromString('--heap-growing-percent=50')
  setFlagsFromString('--expose-gc')
  collect = runInNewContext('gc')
}

/** Reports bytes that have passed through and are no longer referenced. */
export function noteStreamedBytes(count: number): void {
  sinceLast += count
  if (sinceLast < everyBytes) return
  sinceLast = 0
  collect?.({ type: 'minor', execution: 'sync' })
}
