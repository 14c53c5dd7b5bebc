import { createHash, randomInt } from 'node:crypto'
import { minutes } from '#kernel/clock.ts'

/** Letters and digits that nobody takes for another one. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 8

export const codeLifeMs = minutes(10)

/** Makes a code that a person can type. */
export const makeCode = (): string => Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

export const hashCode = (code: string): Buffer => createHash('sha256').update(`telegram-code:${code}`).digest()

/** Returns the code that somebody typed, in its usual spelling; null when it cannot be one. */
export function readCode(typed: string): string | null {
  const code = typed.trim().toUpperCase()
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : null
}
