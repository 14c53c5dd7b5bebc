import { createHmac, timingSafeEqual } from 'node:crypto'

/** The largest distance between the time of a signature and ours. */
const windowS = 300

interface Signed {
  /** The raw body: bytes that are parsed and written again may differ. */
  readonly raw: Buffer
  readonly timestamp: string | undefined
  readonly signature: string | undefined
}

/** True when Slack signed these bytes lately. The comparison takes the same time wherever the two differ. */
export function isSigned(secret: string, { raw, timestamp, signature }: Signed, now: Date): boolean {
  if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false
  const wanted = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(raw).digest()
  const given = Buffer.from(/^v0=([0-9a-f]{64})$/.exec(signature)?.[1] ?? '', 'hex')
  const isRight = given.length === wanted.length && timingSafeEqual(given, wanted)
  return isRight && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= windowS
}
