import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Pipes a source through a stream into a sink. An error on one side ends the other, even if the sink fails before it
 * has read anything: no one would read the rest of the source.
 */
export async function pipeThrough(
  source: Readable,
  through: Duplex,
  sink: (text: Readable) => Promise<void>,
): Promise<void> {
  // A source that has ended is not notified of an error in the stream. The error is thrown below in any case.
  through.on('error', () => {})
  const [fed, sunk] = await Promise.allSettled([
    pipeline(source, through),
    sink(through).catch((error: Error) => {
      through.destroy(error)
      throw error
    }),
  ])
  if (sunk.status === 'rejected') throw sunk.reason
  if (fed.status === 'rejected') throw fed.reason
}
