import { hash, randomBytes } from 'node:crypto'
import { canonical, type Json } from '#kernel/json.ts'

/**
 * The fields of an entry that make up its leaf in the chain: one digest. The changes may contain personal data and are
 * deleted when the person is erased, so the leaf contains only their digest. The salt is deleted with them: without it,
 * no one can verify a guess of the changes.
 */
export interface EntryBody {
  readonly id: string
  /** The time in microseconds, as the database stores it, so that the digest covers the full precision. */
  readonly at: number
  readonly actorUid: string | null
  readonly actorKind: string
  readonly actorKeyId: string | null
  readonly ownerUid: string | null
  readonly action: string
  readonly subject: string
  readonly requestId: string | null
  /** Set if the actor used a chat. Earlier entries and exports have no such field, and neither has their leaf. */
  readonly via?: string | null
}

interface Digests {
  readonly salt: Buffer
  readonly changesDigest: Buffer
  readonly leaf: Buffer
}

const saltBytes = 16

/**
 * Returns the digests of a new entry. `changes` is the JSON as the column will store it, after dates became text and
 * absent fields were dropped.
 */
export function digestEntry(body: EntryBody, changes: Json): Digests {
  const salt = randomBytes(saltBytes)
  const changesDigest = digestChanges(salt, changes)
  return {
    salt,
    changesDigest: Buffer.from(changesDigest, 'hex'),
    leaf: Buffer.from(computeLeaf(body, changesDigest), 'hex'),
  }
}

/** Returns the digest in hexadecimal, like all digests here. */
export const digestChanges = (salt: Buffer, changes: Json): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(canonical(changes))]))

/**
 * Returns the leaf of an entry. The fields are written in the order that `canonical` would give them, because a
 * verification computes a million leaves.
 */
export const computeLeaf = (body: EntryBody, changesDigest: string): string =>
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
      via: body.via ?? undefined,
    } satisfies Record<keyof EntryBody | 'changes', unknown>),
  )

export const toMicros = (at: Date): number => at.getTime() * 1_000
