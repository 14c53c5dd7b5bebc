import { createHash } from 'node:crypto'

/** An authorization code, for one consent of one person. */
export interface Code<Person> {
  readonly clientId: string
  readonly person: Person
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** Null if the app does not use PKCE. */
  readonly challenge: string | null
  readonly method: ChallengeMethod
  readonly expiresAtMs: number
}

/** The method that derives a challenge from its verifier. One network encodes the digest in hexadecimal. */
type ChallengeMethod = 'S256' | 'S256-hex' | 'plain'

interface Presented {
  readonly code: string
  readonly clientId?: string
  readonly redirectUri: string | null
  readonly verifier?: string | null
  /** True if a code stays valid after a failed exchange. */
  readonly isKept?: boolean
}

/** The network's errors for a code, in the order in which they are checked. */
interface CodeRefusals {
  readonly unknown: () => never
  /** The default is `unknown`. */
  readonly expired?: () => never
  readonly redirectUri: () => never
  readonly verifier?: () => never
}

/** Redeems a code. Unless `isKept`, it can be used only once, even if the exchange fails. */
export function takeCode<Person>(
  { codes, world }: { readonly codes: Map<string, Code<Person>>; readonly world: { clock: { ms(): number } } },
  { code: text, clientId, redirectUri, verifier = null, isKept = false }: Presented,
  refuse: CodeRefusals,
): Code<Person> {
  const code = codes.get(text)
  if (!isKept) codes.delete(text)
  if (!code || (clientId !== undefined && code.clientId !== clientId)) return refuse.unknown()
  if (code.expiresAtMs <= world.clock.ms()) return (refuse.expired ?? refuse.unknown)()
  if (code.redirectUri !== redirectUri) return refuse.redirectUri()
  if (!isProof(verifier, code)) return (refuse.verifier ?? refuse.unknown)()
  codes.delete(text)
  return code
}

function isProof(verifier: string | null, { challenge, method }: Pick<Code<unknown>, 'challenge' | 'method'>): boolean {
  if (challenge === null) return true
  if (verifier === null) return false
  if (method === 'plain') return verifier === challenge
  return (
    createHash('sha256')
      .update(verifier)
      .digest(method === 'S256' ? 'base64url' : 'hex') === challenge
  )
}
