import type { SharingDeps } from '../deps.ts'
import { countView as addView, type LiveLink } from '../store.ts'

interface Visitor {
  /** The address of the request, as returned by `placeOf`. */
  readonly place: string
  readonly userAgent: string
}

/** Programs that fetch a page to show a preview of it, or to index it. */
const robots = /bot\b|bot\/|crawl|spider|preview|facebookexternalhit|slack|whatsapp|curl\/|embed/i

/**
 * Counts a visitor once a day, without a cookie: by a keyed digest of address and browser that differs by day and by
 * link, and is deleted when the day is over.
 */
export async function countView({ db, clock, seal }: SharingDeps, { id }: LiveLink, visitor: Visitor): Promise<void> {
  if (robots.test(visitor.userAgent)) return
  const day = clock.now().toISOString().slice(0, 10)
  const digest = seal.hmac('share-view', [day, id, visitor.place, visitor.userAgent].join('\n')).subarray(0, 16)
  await addView(db, id, day, digest)
}
