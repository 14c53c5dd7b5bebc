import { createHash } from 'node:crypto'

/** Returns the hash that is stored. The secret is random enough that one plain hash cannot be reversed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
