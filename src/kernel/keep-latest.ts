/**
 * Stores an entry in a map that is used as a cache. The entry that was stored first makes room for it: a map lists its
 * entries in that order.
 */
export function keepLatest<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.delete(key)
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}
