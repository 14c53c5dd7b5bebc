import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { keepOwner } from '#infra/files/keep-owner.ts'

/**
 * Encrypts secrets at rest with AES-256-GCM. Each record contains the key ID and is bound to its row, so that a value copied to another row cannot be opened there.
 *
 * A record is `version (1) | key id (4) | nonce (12) | tag (16) | ciphertext`. Version and key id are authenticated
 * too. One SECRET_KEY serves several purposes: it is never used directly; HKDF derives a key for each purpose.
 */
const version = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes
const minBytes = headBytes + nonceBytes + tagBytes
const keyBytes = 32

interface SealOptions {
  /** The current key, 32 bytes long. All new records are encrypted with it. */
  readonly key: Buffer
  /** Previous keys, which only decrypt old records. */
  readonly previousKeys: readonly Buffer[]
}

export interface Seal {
  /** Seals a value. `boundTo` names the row and column; the record can only be decrypted with the same name. */
  seal(plain: string | Uint8Array, boundTo: string): Buffer
  /**
   * Decrypts a record. Throws `SealBroken` unless the record is intact, bound to this row, and sealed with an available
   * key.
   */
  open(sealed: Uint8Array, boundTo: string): Buffer
  /** The first bytes of every record encrypted with the current key, and of no other. */
  readonly head: Buffer
  /** The first bytes of records of each key that we have. */
  readonly knownHeads: readonly Buffer[]
  /** Returns false for a record that a rotation should seal again. */
  isCurrent(sealed: Uint8Array): boolean
  /** Returns a key for one purpose, which reveals nothing about the others. */
  keyFor(purpose: string): Buffer
  hmac(purpose: string, data: string | Uint8Array): Buffer
  /** True if `mac` is the `hmac` of the data with the current key or a previous one. Takes constant time. */
  hmacMatches(purpose: string, data: string | Uint8Array, mac: Uint8Array): boolean
}

/** One error for every kind of invalid record, so that it reveals nothing to an attacker. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'

  constructor() {
    super(
      'An encrypted value could not be opened. It was changed, belongs to another row, or its key is not among ' +
        'SECRET_KEY and SECRET_KEY_PREVIOUS.',
    )
  }
}

export class SecretKeyDamaged extends Error {
  override readonly name = 'SecretKeyDamaged'

  constructor(path: string) {
    super(`${path} is damaged: it must hold 64 hexadecimal characters. Restore it from a backup.`)
  }
}

export function createSeal(options: SealOptions): Seal {
  const current = derive(options.key)
  const all = [current, ...options.previousKeys.map(derive)]

  return {
    seal(plain, boundTo) {
      const head = headOf(current.id)
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current.sealing, nonce, { authTagLength: tagBytes })
      cipher.setAAD(boundBytes(head, boundTo))
      const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([head, nonce, cipher.getAuthTag(), ciphertext])
    },

    open(sealed, boundTo) {
      const record = Buffer.from(sealed)
      if (record.length < minBytes || record[0] !== version) throw new SealBroken()
      const head = record.subarray(0, headBytes)
      const keys = all.find((one) => one.id.equals(head.subarray(1)))
      if (!keys) throw new SealBroken()
      const nonce = record.subarray(headBytes, headBytes + nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', keys.sealing, nonce, { authTagLength: tagBytes })
      decipher.setAAD(boundBytes(head, boundTo))
      decipher.setAuthTag(record.subarray(headBytes + nonceBytes, minBytes))
      try {
        return Buffer.concat([decipher.update(record.subarray(minBytes)), decipher.final()])
      } catch {
        throw new SealBroken()
      }
    },

    head: headOf(current.id),
    knownHeads: all.map(({ id }) => headOf(id)),
    isCurrent: (sealed) => sealed[0] === version && current.id.equals(sealed.subarray(1, headBytes)),
    keyFor: (purpose) => Buffer.from(current.keyFor(purpose)),
    hmac: (purpose, data) => hmacOf(current.keyFor(purpose), data),
    hmacMatches(purpose, data, mac) {
      // All keys are tried even after a match, so that timing does not reveal which key matched.
      return all.map((one) => isSame(hmacOf(one.keyFor(purpose), data), mac)).includes(true)
    },
  }
}

function derive(key: Buffer) {
  if (key.length !== keyBytes) {
    throw new Error(`A secret key has ${key.length} bytes; it must have ${keyBytes} (64 hexadecimal characters).`)
  }
  const expand = (info: string) => Buffer.from(hkdfSync('sha256', key, 'posthorn', info, keyBytes))
  const sealing = expand('seal')
  const byPurpose = new Map<string, Buffer>()
  return {
    sealing,
    id: createHash('sha256').update(sealing).digest().subarray(0, keyIdBytes),
    keyFor(purpose: string): Buffer {
      const known = byPurpose.get(purpose)
      if (known) return known
      const made = expand(`purpose:${purpose}`)
      byPurpose.set(purpose, made)
      return made
    },
  }
}

const headOf = (id: Buffer) => Buffer.concat([Buffer.of(version), id])
const boundBytes = (head: Buffer, boundTo: string) => Buffer.concat([head, Buffer.from(boundTo, 'utf8')])
const hmacOf = (key: Buffer, data: string | Uint8Array) => createHmac('sha256', key).update(data).digest()
const isSame = (a: Buffer, b: Uint8Array) => a.length === b.length && timingSafeEqual(a, b)

/**
 * Returns the key of an installation without SECRET_KEY: `<dataDir>/secret.key`, created at the first start. It is written to
 * a temporary file and then linked to its name, which only one of several starting processes can do; the others read
 * that one's key.
 */
export async function readOrMakeSecretKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secret.key')
  const there = await readSecretKey(dataDir)
  if (there) return there

  await mkdir(dataDir, { recursive: true })
  const draft = join(dataDir, `.secret.key.${randomBytes(8).toString('hex')}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`)
    await file.sync()
    await keepOwner(draft)
    await link(draft, path).catch(unlessThere)
  } finally {
    await file.close()
    await unlink(draft)
  }
  await syncFolder(dataDir)
  const key = await readSecretKey(dataDir)
  if (!key) throw new Error(`The secret key ${path} disappeared while it was being created.`)
  return key
}

/** Reads the key. Returns null if it was not created yet or was lost. */
export async function readSecretKey(dataDir: string): Promise<Buffer | null> {
  const path = join(dataDir, 'secret.key')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  if (!/^[0-9a-f]{64}\s*$/i.test(text)) {
    // Never replace it with a new key: everything sealed with it would be lost.
    throw new SecretKeyDamaged(path)
  }
  return Buffer.from(text.trim(), 'hex')
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** Syncs the directory, so that the new name survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
