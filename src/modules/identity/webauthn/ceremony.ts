import { createHash } from 'node:crypto'
import type { Config } from '#infra/config/config.ts'
import type { Db, Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { type AuditActor, writeAudit } from '#modules/audit/index.ts'
import { requireChallenge } from './challenges.ts'
import { type RelyingParty, requireRelyingParty } from './relying-party.ts'
import type { Assertion } from './schema.ts'
import { findPasskeyByCredential, lockPasskey, type Passkey, recordPasskeyUse } from './store.ts'

/**
 * Checks what a browser returns. `@simplewebauthn/server` parses the bytes and verifies the signature. It is loaded with
 * the first passkey, because most processes never see one and it takes 25 MB. Two of its steps are ours: no certificates
 * reach it, since it would fetch their revocation lists from URLs inside them; and the counter is compared after the
 * signature and under a lock.
 */
const load = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ECDSA and RSA (COSE), which all authenticators cover. */
export const algorithms = [-8, -7, -257]

interface ClientData {
  readonly challenge: string
}

/** Reads what the browser says about the request. Its origin is checked here, so that the refusal can name the right one. */
function readClientData(text: string, type: 'webauthn.create' | 'webauthn.get', party: RelyingParty): ClientData {
  const data = parseObject(Buffer.from(text, 'base64url').toString('utf8'))
  if (data?.type !== type || typeof data.challenge !== 'string' || data.challenge.length > 200) return refuseResponse()
  if (data.origin !== party.origin || data.crossOrigin === true) return refuseOrigin(party)
  return { challenge: data.challenge }
}

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const refuseOrigin = ({ origin }: RelyingParty): never =>
  refuse('passkey_origin_mismatch', {
    detail: `Passkeys of this installation work only on ${origin}. Open that page and start again.`,
  })

const refuseResponse = (): never =>
  refuse('passkey_invalid', { detail: 'Send the browser’s response unchanged, and start again.' })

/** Requires that the authenticator signed for this host. Its first 32 bytes are the hash of the host. */
function requireOwnHost(authenticatorData: Uint8Array, party: RelyingParty): void {
  if (!createHash('sha256').update(party.id).digest().equals(authenticatorData.subarray(0, 32))) refuseOrigin(party)
}

/** Returns null where the library throws: what a client sends is wrong in many ways, and all get the same refusal. */
async function attempt<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch {
    return null
  }
}

interface RegistrationInput {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
}

interface NewCredential extends Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'isBackedUp'> {
  /** The model of the authenticator. */
  readonly aaguid: string
}

export async function verifyRegistration(
  { db, clock }: CeremonyDeps,
  party: RelyingParty,
  { id, clientDataJSON, attestationObject }: RegistrationInput,
  from: { readonly browser: string | null; readonly uid: UserId },
): Promise<NewCredential> {
  const { challenge } = readClientData(clientDataJSON, 'webauthn.create', party)
  await requireChallenge(db, { challenge, ...from }, clock.now())
  const { decodeAttestationObject } = await loadHelpers()
  const sent = await attempt(async () => {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    const [format, data] = [decoded.get('fmt'), decoded.get('authData')]
    const hasCertificates =
      format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined)
    return { data, hasCertificates }
  })
  if (!sent || !(sent.data instanceof Uint8Array) || sent.hasCertificates) return refuseResponse()
  requireOwnHost(sent.data, party)
  const { verifyRegistrationResponse } = await load()
  const result = await attempt(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!result?.verified) return refuseResponse()
  const { credential, credentialBackedUp, aaguid } = result.registrationInfo
  const credentialId = Buffer.from(credential.id, 'base64url')
  if (credentialId.length === 0 || credentialId.length > 1_023 || credential.id !== id) return refuseResponse()
  return {
    credentialId,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    isBackedUp: credentialBackedUp,
    aaguid,
  }
}

/** A verified signature, before the passkey's counter is compared. */
export interface Proved {
  readonly passkey: Passkey
  readonly signCount: number
  readonly isBackedUp: boolean
}

interface CeremonyDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: Pick<Config, 'publicUrl'>
}

export const passkeyRefusals = [
  'passkeys_unavailable',
  'passkey_invalid',
  'passkey_challenge_invalid',
  'passkey_origin_mismatch',
  'passkey_copied',
] as const

/** Verifies a signature by a passkey of any account. An unknown passkey gets the same refusal as a wrong signature. */
export async function verifyPasskey(
  { db, clock, config }: CeremonyDeps,
  { id, clientDataJSON, authenticatorData, signature, userHandle }: Assertion,
  browser: string | null,
): Promise<Proved> {
  const [party, now] = [requireRelyingParty(config), clock.now()]
  const { challenge } = readClientData(clientDataJSON, 'webauthn.get', party)
  await requireChallenge(db, { challenge, browser }, now)
  requireOwnHost(Buffer.from(authenticatorData, 'base64url'), party)
  const passkey = await findPasskeyByCredential(db, Buffer.from(id, 'base64url'))
  if (!passkey || (userHandle && userHandle !== handleOf(passkey.uid))) return refuseUnknown()
  const { verifyAuthenticationResponse } = await load()
  const result = await attempt(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  )
  if (!result?.verified) return refuseUnknown()
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { passkey, signCount: newCounter, isBackedUp: credentialBackedUp }
}

export const refuseOfAnother = (): never =>
  refuse('passkey_invalid', { detail: 'It’s a passkey of another account. Choose one of this account.' })

export const refuseUnknown = (): never =>
  refuse('passkey_invalid', {
    detail: 'It isn’t a passkey of an account here, or was removed. Sign in another way, and add it again.',
  })

/** The name of an account for authenticators. It says nothing about the person. */
export const handleOf = (uid: UserId): string => Buffer.from(uid.replaceAll('-', ''), 'hex').toString('base64url')

/**
 * Uses a passkey. A counter that does not increase means that a copy exists, and it is unknown who has it: the passkey
 * is refused, and the audit log says so. Authenticators that sync passkeys have no counter and send 0.
 */
export async function usePasskey(
  tx: Tx,
  actor: AuditActor,
  { passkey, signCount, isBackedUp }: Proved,
  now: Date,
): Promise<'used' | 'copied'> {
  const present = await lockPasskey(tx, passkey.id)
  if (!present) return refuseUnknown()
  if ((signCount > 0 || present.signCount > 0) && signCount <= present.signCount) {
    await writeAudit(tx, {
      at: now,
      caller: actor,
      ownerUid: present.uid,
      action: 'passkey.refused',
      subject: toWire('pkey', present.id),
      changes: { signCount: { from: present.signCount, to: signCount } },
    })
    return 'copied'
  }
  await recordPasskeyUse(tx, present.id, { signCount, isBackedUp, lastUsedAt: now })
  return 'used'
}

export const refuseCopied = (): never =>
  refuse('passkey_copied', {
    detail: 'Its counter didn’t increase. Sign in another way, remove this passkey, and add a new one.',
  })
