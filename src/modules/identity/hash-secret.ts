import { createHash } from 'node:crypto'

/** Returns the hash to store. The secret is random enough that a plain hash cannot be reversed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
