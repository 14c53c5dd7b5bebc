import { createHmac } from 'node:crypto'
import type { Incoming } from '../../../../core/http/request.ts'
import { minutes } from '../../../../core/kit/clock.ts'
import type { World } from '../../../../core/network.ts'
import type { Rules } from '../../rules.ts'
import { digestOf, readJwt, thumbprintOf } from './jwt.ts'

/**
 * Proofs of possession (DPoP). Each request proves possession of its session's key for its own URL and method, once,
 * with a recent nonce from this server.
 */
interface Proofs {
  /** The nonce for the next proof. */
  nonce(): string
  /** Returns the thumbprint of the proven key, or the error of the proof. */
  check(incoming: Incoming, token?: string): Checked
}

type Checked =
  | { readonly key: string }
  | { readonly error: 'use_dpop_nonce' | 'invalid_dpop_proof'; readonly why: string }

const ageMaxMs = minutes(3)

export function createProofs({ clock, random, url }: World, rules: Rules): Proofs {
  const secret = `bluesky/${random.fixed('bluesky/dpop')}`
  const seen = new Set<string>()
  const nonceAt = (nth: number) => createHmac('sha256', secret).update(`nonce ${nth}`).digest('base64url').slice(0, 24)
  const turn = () => Math.floor(clock.ms() / rules.dpopNonceMs)
  const isCurrent = (nonce: unknown) => [turn(), turn() - 1].some((nth) => nonceAt(nth) === nonce)

  return {
    nonce: () => nonceAt(turn()),
    check({ headers, method, path }, token) {
      const bad = (why: string): Checked => ({ error: 'invalid_dpop_proof', why })
      const given = headers.dpop
      if (typeof given !== 'string') return bad('DPoP proof required')
      const proof = readJwt(given)
      const jwk = proof?.header.jwk
      if (proof?.header.typ !== 'dpop+jwt' || typeof jwk !== 'object' || jwk === null) return bad('Invalid DPoP proof')
      const key: Readonly<Record<string, unknown>> = { ...jwk }
      if ('d' in key || !proof.isSignedBy(key)) return bad('DPoP proof signature is invalid')
      const { jti, htm, htu, iat, nonce, ath } = proof.claims
      if (typeof jti !== 'string' || jti === '') return bad('Invalid or missing jti property')
      if (htm !== method) return bad('DPoP htm mismatch')
      if (htu !== `${url()}/bluesky${path}`) return bad('DPoP htu mismatch')
      if (typeof iat !== 'number' || Math.abs(clock.ms() - iat * 1_000) > ageMaxMs)
        return bad('"iat" claim timestamp check failed (too far in the past)')
      if (ath !== (token === undefined ? undefined : digestOf(token))) return bad('DPoP ath mismatch')
      if (!isCurrent(nonce))
        return { error: 'use_dpop_nonce', why: 'Authorization server requires nonce in DPoP proof' }
      if (seen.has(jti)) return bad('DPoP proof replayed')
      seen.add(jti)
      return { key: thumbprintOf(key) }
    },
  }
}
