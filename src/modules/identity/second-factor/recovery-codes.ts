import { randomBytes } from 'node:crypto'
import { formatCode, hashCode } from '../hash-secret.ts'

const howMany = 10

/**
 * Returns new recovery codes. Each has 125 random bits, in the form of the setup code. They cannot be guessed, so a
 * plain hash is enough and a wrong code costs the server almost nothing.
 */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, () => formatCode(randomBytes(25)))

export const hashRecoveryCode = hashCode

/** Removes spaces and dashes: apps show `123 456`, and a recovery code has dashes. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '')

/** True for six digits, as an app shows them. Any other code can only be a recovery code. */
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)
