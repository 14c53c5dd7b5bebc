export type Encoding = 'br' | 'gzip'

/** Returns the encodings that an `Accept-Encoding` header allows. */
export function readEncodings(accepted: string | undefined): ReadonlySet<string> {
  const offers = (accepted ?? '').split(',').map((one) => one.trim())
  return new Set(offers.filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one)).map((one) => one.split(';')[0] ?? ''))
}
