/**
 * Hundreds who each want to read one row are better served by one read of hundreds. Whoever asks while a read waits for
 * its turn joins it; what a read finds was there after everybody in it had asked.
 */
export function batched<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  /** Gives a read its turn. By itself it is one after the other. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result> = oneAtATime(),
  /** Whoever is one more begins a read of their own. */
  most = 500,
): (key: Key) => Promise<Value | undefined> {
  let gathering: { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Value>> } | null = null
  return async (key) => {
    if (!gathering || gathering.keys.size >= most) {
      const keys = new Set<Key>()
      const found = inTurn(async () => {
        // Those who are woken by the same answer ask in the same round of the loop: all of them are let in.
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
