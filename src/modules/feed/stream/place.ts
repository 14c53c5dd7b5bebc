import type { FeedPosition } from '#infra/events/index.ts'

/** Whether one place in the feed is further on than another. Ids are compared as the database does. */
export function isBeyond(one: FeedPosition, other: FeedPosition): boolean {
  const [mine, theirs] = [BigInt(one.tx), BigInt(other.tx)]
  return mine === theirs ? one.id > other.id : mine > theirs
}
