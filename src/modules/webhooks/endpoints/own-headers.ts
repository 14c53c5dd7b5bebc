/** Headers that frame or address a message, and headers that Posthorn sets. */
const forbidden =
  /^(?:host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|http2-settings|content-.*|x-service-.*|webhook-.*|user-agent|accept-encoding)$/i
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const value = /^[\x21-\x7e](?:[\t\x20-\x7e]{0,4094}[\x21-\x7e])?$/

export const maxOwnHeaders = 20

/** Returns the fault of an owner's header; null when it may be sent. */
export function findHeaderFault(name: string, given: string): string | null {
  if (!token.test(name)) return 'is not a valid header name'
  if (forbidden.test(name)) return 'is a reserved header'
  if (!value.test(given)) return 'must have a value of 1 to 4,096 printable ASCII characters, without line breaks'
  return null
}
