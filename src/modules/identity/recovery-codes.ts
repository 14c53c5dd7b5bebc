import { randomBytes } from 'node:crypto'
import { setupCodeHashOf, setupCodeOf } from './setup-code-text.ts'

const howMany = 10

/**
 * Each has 125 random bits, in the form of the setup code: too many to be guessed, so that a plain hash protects them
 * and a wrong one costs the server nothing.
 */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, () => setupCodeOf(randomBytes(25)))

export const recoveryCodeHashOf = setupCodeHashOf

/** Apps show `123 456`, and a recovery code has dashes. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '')

/** What an app shows; anything else can only be a recovery code. */
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)
