import type { FeedPosition } from '#infra/events/index.ts'

/** True when one position in the feed is after another. Ids compare as in PostgreSQL. */
export function isBeyond(one: FeedPosition, other: FeedPosition): boolean {
  const [mine, theirs] = [BigInt(one.tx), BigInt(other.tx)]
  return mine === theirs ? one.id > other.id : mine > theirs
}
