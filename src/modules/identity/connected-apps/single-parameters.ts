import { OauthFault } from './oauth-fault.ts'

/** The parameters of an OAuth request, each of which may occur once. Unknown ones are ignored, as RFC 6749 requires. */
export interface Parameters {
  /** Returns the value, or null if it is absent or empty. */
  read(name: string): string | null
  demand(name: string): string
}

/** Longer than any legitimate value. */
const longestValue = 4_000

export function readParameters(text: string): Parameters {
  const given = new URLSearchParams(text)
  const read = (name: string): string | null => {
    const [first = '', ...more] = given.getAll(name)
    if (more.length > 0) throw new OauthFault('invalid_request', `\`${name}\` occurs more than once.`)
    if (first.length > longestValue || first.includes('\u0000') || first.includes('\ufffd'))
      throw new OauthFault('invalid_request', `\`${name}\` is too long or contains invalid characters.`)
    return first === '' ? null : first
  }
  return {
    read,
    demand(name) {
      const value = read(name)
      if (value === null) throw new OauthFault('invalid_request', `\`${name}\` is missing.`)
      return value
    },
  }
}
