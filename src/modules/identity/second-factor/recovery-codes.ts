import { randomBytes } from 'node:crypto'
import { setupCodeHashOf, setupCodeOf } from '../sign-up/setup-code.ts'

const howMany = 10

/**
 * Returns new recovery codes. Each has 125 random bits, in the form of the setup code. They cannot be guessed, so a
 * plain hash protects them and a wrong code costs the server almost nothing.
 */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, () => setupCodeOf(randomBytes(25)))

export const recoveryCodeHashOf = setupCodeHashOf

/** Removes spaces and dashes: apps show `123 456`, and a recovery code has dashes. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '')

/** True for six digits, as an app shows them. Any other code can only be a recovery code. */
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)
