import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { commonPasswords } from './common-passwords.ts'

/**
 * Passwords are kept as scrypt hashes with their parameters beside them, so that the cost can rise without locking
 * anybody out. One hash takes 32 MB for about a quarter of a second on a thread; two run at a time, the others wait
 * in line, so a rush of sign-ins costs patience and not memory.
 */
export interface PasswordCost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

const usualCost: PasswordCost = { log2N: 15, r: 8, p: 3 }
const hashBytes = 32
const atOnce = 2
const longestLine = 400

let running = 0
const line: (() => void)[] = []

export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Hashes exactly once, also where there is nothing to compare with: so an unknown address takes as long as a known one. */
export async function passwordMatches(password: string, stored: string | null, cost = usualCost): Promise<boolean> {
  const known = stored === null ? null : parse(stored)
  const hash = await derive(password, known?.salt ?? absentSalt, known ?? cost)
  return timingSafeEqual(hash, known?.hash ?? randomBytes(hashBytes))
}

/** True when it was hashed at another cost than the present one; a sign-in is the occasion to do it again. */
export function isOutdated(stored: string, cost = usualCost): boolean {
  const { log2N, r, p } = parse(stored)
  return log2N !== cost.log2N || r !== cost.r || p !== cost.p
}

const absentSalt = Buffer.alloc(16)

function parse(stored: string) {
  const [kind, log2N, r, p, salt, hash] = stored.split('$')
  if (kind !== 'scrypt' || !log2N || !r || !p || !salt || !hash)
    throw new Error('a stored password hash is not readable')
  return {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}

async function derive(password: string, salt: Buffer, { log2N, r, p }: PasswordCost): Promise<Buffer> {
  await takeTurn()
  try {
    const N = 2 ** log2N
    // The same password typed on another keyboard may arrive composed differently.
    const text = password.normalize('NFKC')
    return await new Promise((resolve, reject) =>
      scrypt(text, salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    )
  } finally {
    const next = line.shift()
    if (next) next()
    else running -= 1
  }
}

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running += 1
    return
  }
  if (line.length >= longestLine) {
    refuse('rate_limited', { retryAfterMs: 5_000, detail: 'Too many sign-ins at this moment; try again shortly.' })
  }
  // Whoever finishes hands its turn on, so `running` stays as it is.
  await new Promise<void>((resolve) => line.push(resolve))
}

/** No rules of composition: they make passwords worse. Only what is guessed first is refused. */
export function demandGoodPassword(password: string, email: string): void {
  const plain = password.toLowerCase()
  if (plain === email.toLowerCase()) {
    refuseInput({ path: '/password', code: 'password_is_email', message: 'must not be the email address itself' })
  }
  if (commonPasswords.has(plain) || new Set(plain).size < 3) {
    refuseInput({
      path: '/password',
      code: 'password_too_common',
      message: 'is among the first that anybody would guess; a few words in a row are good',
    })
  }
}
