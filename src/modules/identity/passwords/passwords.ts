import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { refuse, refuseInput } from '#kernel/errors.ts'

/**
 * The cost of a password hash. Passwords are stored as scrypt hashes with their parameters, so that the cost can rise
 * without locking users out. One hash takes 32 MB for about a quarter of a second on a thread. At most two run at a
 * time, and one core always stays free for other requests. The others queue, so a rush of sign-ins takes time rather
 * than memory.
 */
export interface PasswordCost {
  readonly log2N: number
  readonly r: number
  readonly p: number
}

const usualCost: PasswordCost = { log2N: 15, r: 8, p: 3 }
const hashBytes = 32
/** The number of concurrent hashes: at most two, and one core stays free. */
export const parallelHashes = Math.max(1, Math.min(2, availableParallelism() - 1))
const longestLine = 400

let running = 0
const line: (() => void)[] = []

export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * Compares a password with the stored hash. Computes exactly one hash even if there is nothing to compare with, so that
 * an unknown address takes as long as a known one.
 */
export async function verifyPassword(password: string, stored: string | null, cost = usualCost): Promise<boolean> {
  const known = stored === null ? null : parse(stored)
  const hash = await derive(password, known?.salt ?? absentSalt, known ?? cost)
  const expected = known?.hash ?? randomBytes(hashBytes)
  return expected.length === hash.length && timingSafeEqual(hash, expected)
}

/** True if the hash's cost differs from the current one. Sign-in then hashes the password again. */
export function isHashOutdated(stored: string, cost = usualCost): boolean {
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
    // Another keyboard may send the same password in another Unicode composition.
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
  if (running < parallelHashes) {
    running += 1
    return
  }
  if (line.length >= longestLine) {
    refuse('rate_limited', {
      retryAfterMs: 5_000,
      detail: 'Too many sign-ins are in progress. Try again in a few seconds.',
    })
  }
  // A finished hash passes its slot on, so `running` does not change.
  await new Promise<void>((resolve) => line.push(resolve))
}

/**
 * Rejects only the passwords that are guessed first. Composition rules would make passwords worse, so none are
 * enforced.
 */
export function requireGoodPassword(password: string, email: string): void {
  const plain = password.toLowerCase()
  if (plain === email.toLowerCase()) {
    refuseInput({ path: '/password', code: 'password_is_email', message: 'must not be your email address' })
  }
  if (commonPasswords.has(plain) || new Set(plain).size < 3) {
    refuseInput({
      path: '/password',
      code: 'password_too_common',
      message: 'is easy to guess. Use several unrelated words',
    })
  }
}

/** The passwords that guessers try first, limited to those of at least the minimum length. */
const commonPasswords: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 password! passw0rd p@ssword p@ssw0rd pass1234 passpass
   12345678 123456789 1234567890 0123456789 987654321 87654321 0987654321 11223344 1122334455 12341234 123123123
   12344321 123454321 147258369 789456123 741852963 159753456 31415926 314159265 1234abcd abcd1234 abc12345 a1234567
   a12345678 a123456789 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc qazwsxedc q1w2e3r4 q1w2e3r4t5
   qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertz123 qwertzuiop azertyuiop asdfghjk asdfghjkl
   asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 zaq12wsx !qaz2wsx abcdefgh abcdefghi abcdefghij abc123456 iloveyou iloveyou1
   iloveyou2 ilovegod welcome1 welcome12 welcome123 changeme changeme1 changeme123 letmein1 letmein123 letmein! admin123
   admin1234 administrator root1234 toor1234 default1 master123 superman superman1 batman123 spiderman starwars
   pokemon1 dragon123 football football1 baseball baseball1 basketball soccer123 liverpool chelsea1 arsenal1 barcelona
   princess princess1 sunshine sunshine1 shadow123 monkey123 charlie1 michael1 jennifer michelle jonathan alexander
   computer internet samsung1 whatever trustno1 freedom1 mustang1 corvette mercedes cocacola chocolate butterfly
   blink182 metallica slipknot hello123 hello1234 helloworld google123 facebook facebook1 linkedin linkedin1 secret123
   test1234 testtest testing1 testing123 temp1234 guest123 user1234 login123 access14 mypassword newpassword
   passwort passwort1 hallo123 motdepasse contraseña senha123 wachtwoord posthorn posthorn1 posthorn123`.split(/\s+/),
)
