import { hash, randomBytes } from 'node:crypto'
import { canonical, type Json } from '#kernel/json.ts'

/**
 * What an entry says, as one digest: its leaf in the chain. The changes may be about a person and go when that person
 * is erased, so the leaf holds only their digest. The salt goes with them: without it nobody can try out whose they were.
 */
export interface EntryBody {
  readonly id: string
  /** In microseconds, as the database keeps it: no part of the instant is left out. */
  readonly at: number
  readonly actorUid: string | null
  readonly actorKind: string
  readonly actorKeyId: string | null
  readonly ownerUid: string | null
  readonly action: string
  readonly subject: string
  readonly requestId: string | null
}

export interface Digests {
  readonly salt: Buffer
  readonly changesDigest: Buffer
  readonly leaf: Buffer
}

const saltBytes = 16

/** For a new entry. `changes` is what the column will hold, not yet what a date or an absent field was before. */
export function digestsOf(body: EntryBody, changes: Json): Digests {
  const salt = randomBytes(saltBytes)
  const changesDigest = changesDigestOf(salt, changes)
  return {
    salt,
    changesDigest: Buffer.from(changesDigest, 'hex'),
    leaf: Buffer.from(leafOf(body, changesDigest), 'hex'),
  }
}

/** As hexadecimal digits, like all digests here. */
export const changesDigestOf = (salt: Buffer, changes: Json): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(canonical(changes))]))

/** The members stand in the order of `canonical`: a million of them are told in a verification. */
export const leafOf = (body: EntryBody, changesDigest: string): string =>
  hash(
    'sha256',
    JSON.stringify({
      action: body.action,
      actorKeyId: body.actorKeyId,
      actorKind: body.actorKind,
      actorUid: body.actorUid,
      at: body.at,
      changes: changesDigest,
      id: body.id,
      ownerUid: body.ownerUid,
      requestId: body.requestId,
      subject: body.subject,
    }),
  )

export const microsOf = (at: Date): number => at.getTime() * 1_000
