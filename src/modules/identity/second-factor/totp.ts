import { createHmac, timingSafeEqual } from 'node:crypto'
import { seconds } from '#kernel/clock.ts'

/**
 * The length of a time step. One-time passwords (RFC 6238) use the parameters that every authenticator app supports:
 * SHA-1, 6 digits, 30 s.
 */
const stepMs = seconds(30)
const digits = 6
/** The accepted steps. Clocks differ and typing takes time, so the previous and next steps are also accepted. */
const leewaySteps = [-1, 0, 1]

/** The length of a secret: at least what RFC 4226 requires. An authenticator app shows it as 32 letters and digits. */
export const secretBytes = 20

export const stepAt = (at: Date): number => Math.floor(at.getTime() / stepMs)

/** Returns the code of one step (RFC 4226 with the step as its counter). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the steps around now whose code matches, oldest first. Compares all of them, so that the time taken reveals
 * nothing.
 */
export function matchingSteps(secret: Uint8Array, code: string, now: Date): number[] {
  const given = Buffer.from(code)
  const steps = leewaySteps.map((leeway) => stepAt(now) + leeway)
  const matches = steps.map((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
  return steps.filter((_, index) => matches[index])
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes Base32 (RFC 4648) without padding, the form in which a secret is typed into an app. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let pending = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(pending >>> bits) & 31]
    }
    pending &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(pending << (5 - bits)) & 31] : text
}

/**
 * Returns the URL that the QR code contains. Both parts of the label are encoded, because neither may contain a colon.
 */
export function otpauthUrl(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
}
