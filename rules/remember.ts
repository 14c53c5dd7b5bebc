/** The total number of characters of the cached texts. */
const remembersUnits = 1_000_000

/**
 * Caches the results of a function for recent texts. A text is read repeatedly while a post is checked: to count it, to
 * plan it, for each account that it is published to, before the transaction and inside it.
 */
export function remember<Rest extends readonly unknown[], Made>(
  work: (text: string, ...rest: Rest) => Made,
  keyOf: (...rest: Rest) => string,
): (text: string, ...rest: Rest) => Made {
  const known = new Map<string, Map<string, Made>>()
  let units = 0
  return (text, ...rest) => {
    const key = keyOf(...rest)
    const before = known.get(key)?.get(text)
    if (before !== undefined) return before
    const made = work(text, ...rest)
    if (units + text.length > remembersUnits) {
      known.clear()
      units = 0
    }
    known.set(key, (known.get(key) ?? new Map<string, Made>()).set(text, made))
    units += text.length
    return made
  }
}
