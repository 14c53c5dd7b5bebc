/**
 * Collects reads of single rows into one read of many rows. A key requested while a read waits for its turn joins that
 * read, so every read begins after all of its callers have made their requests.
 */
export function batched<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  /** Runs a read when its turn comes. By default one read runs at a time. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result> = oneAtATime(),
  /** The maximum number of keys in one read. The next key begins a new read. */
  most = 500,
): (key: Key) => Promise<Value | undefined> {
  let gathering: { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Value>> } | null = null
  return async (key) => {
    if (!gathering || gathering.keys.size >= most) {
      const keys = new Set<Key>()
      const found = inTurn(async () => {
        // Callers woken by the same response make their requests in the same turn of the event loop. Wait for its end,
        // so that all of them join.
        await endOfRound()
        if (gathering?.keys === keys) gathering = null
        return readAll([...keys])
      })
      gathering = { keys, found }
    }
    gathering.keys.add(key)
    return (await gathering.found).get(key)
  }
}

const endOfRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
}
