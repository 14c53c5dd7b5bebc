import type { OwnHeaders } from '../sealed.ts'
import { secretPrefix } from '../sign.ts'

/** Shorter ones are no secrets, and would take every such letter out of what a receiver says. */
const lengthMin = 4

/**
 * What a receiver may send back and nobody is to read in a log: the owner's headers and the secrets. Also what stands
 * behind the scheme of an `Authorization`, and a secret without its prefix, since that is how receivers keep them.
 */
export function wordsToHide(own: OwnHeaders, secrets: readonly string[]): readonly string[] {
  const values = Object.values(own)
  const words = [
    ...values,
    ...values.map((value) => value.slice(value.indexOf(' ') + 1)),
    ...secrets,
    ...secrets.map((secret) => secret.slice(secretPrefix.length)),
  ]
  // The longest first: a part must not leave the rest of the whole behind.
  return [...new Set(words)].filter(({ length }) => length >= lengthMin).sort((a, b) => b.length - a.length)
}
