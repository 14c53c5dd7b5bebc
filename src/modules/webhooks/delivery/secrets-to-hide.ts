import type { OwnHeaders } from '../secrets/sealed.ts'
import { secretPrefix } from '../secrets/sign.ts'

/** Shorter values are no secrets, and hiding them would blank every such letter in an answer. */
const lengthMin = 4

/**
 * Returns the values to hide in a receiver's answers: the owner's headers and the secrets. Also the part after the
 * scheme of an `Authorization` header, and a secret without its prefix, since receivers store them like that.
 */
export function listSecretsToHide(own: OwnHeaders, secrets: readonly string[]): readonly string[] {
  const values = Object.values(own)
  const words = [
    ...values,
    ...values.map((value) => value.slice(value.indexOf(' ') + 1)),
    ...secrets,
    ...secrets.map((secret) => secret.slice(secretPrefix.length)),
  ]
  // The longest first: a part must not leave the rest of the whole visible.
  return [...new Set(words)].filter(({ length }) => length >= lengthMin).sort((a, b) => b.length - a.length)
}
