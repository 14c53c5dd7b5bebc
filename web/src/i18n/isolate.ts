/** Letters that are read from right to left, such as those of Arabic and Hebrew. */
const isReversed = /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const isolate = (given: unknown): unknown =>
  typeof given === 'string' && isReversed.test(given) ? `\u{2068}${given}\u{2069}` : given

/**
 * Returns the messages so that each keeps its order around a name that is read from right to left: the name stands between
 * the two signs that Unicode has for this, and the marks and numbers beside it stay where the message has them.
 */
export const isolateNames = <Words>(words: Words): Words => isolateIn(words) as Words

function isolateIn(part: unknown): unknown {
  if (typeof part === 'function') return (...given: unknown[]) => part(...given.map(isolate))
  if (Array.isArray(part)) return part.map(isolateIn)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, isolateIn(value)]))
}
