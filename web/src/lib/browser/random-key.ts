/** Returns a random key. Browsers have `randomUUID` only on HTTPS and loopback. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
