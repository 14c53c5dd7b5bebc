import { type Readable, Transform } from 'node:stream'
import { StorageAway } from './storage.ts'

/**
 * Ends a store's response if no bytes arrive for a while. Only the time while we wait for the store counts, not the
 * time until our own reader takes the available bytes.
 */
export function watchedBody(body: Readable, idleMs: number, faultOf: (error: unknown) => unknown): Readable {
  const out: Transform = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh()
      done(null, chunk)
    },
  })
  const giveUp = (error: unknown): void => {
    out.destroy(
      error instanceof Error ? error : new StorageAway('The store closed the connection in the middle of an object.'),
    )
  }
  const timer: NodeJS.Timeout = setTimeout(() => {
    if (out.writableNeedDrain) timer.refresh()
    else giveUp(new StorageAway('The store stopped sending in the middle of an object.'))
  }, idleMs)
  body.on('error', (error) => giveUp(faultOf(error)))
  body.once('close', () => {
    if (!body.readableEnded) giveUp(null)
  })
  out.once('close', () => {
    clearTimeout(timer)
    body.destroy()
  })
  return body.pipe(out)
}
