import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { unixSeconds } from '#connectors/api/unix-seconds.ts'
import type { Hear, NetworkNotice } from '#connectors/connector.ts'
import { jsonOf, publishId } from './api.ts'

/**
 * The maximum age of a webhook. TikTok sends one when the state of a post changes or a person revokes access.
 */
const oldestMs = 300_000

const notification = z.object({
  event: z.string(),
  user_openid: z.string().max(200).nullish(),
  create_time: unixSeconds,
  content: z.string().nullish(),
})
const content = z.object({ publish_id: publishId })

export const hear: Hear = {
  isSigned(headers, raw, { clientSecret }, now) {
    const [, seconds, hex] = /^t=(\d{1,12}),\s*s=([0-9a-f]{64})$/i.exec(headers['tiktok-signature'] ?? '') ?? []
    if (seconds === undefined || hex === undefined) return false
    const right = createHmac('sha256', clientSecret).update(`${seconds}.`).update(raw).digest()
    const isRight = timingSafeEqual(Buffer.from(hex, 'hex'), right)
    return isRight && Math.abs(now.getTime() - Number(seconds) * 1_000) <= oldestMs
  },
  read(raw): readonly NetworkNotice[] {
    const event = notification.safeParse(jsonOf(raw.toString('utf8'))).data
    if (!event) return []
    const { user_openid: principal, create_time: at = null } = event
    if (event.event === 'authorization.removed') return principal ? [{ is: 'revoked', principal, at }] : []
    if (!/^(?:post\.publish|video\.(?:publish|upload))\./.test(event.event)) return []
    const handle = content.safeParse(jsonOf(event.content ?? '')).data?.publish_id
    return handle === undefined ? [] : [{ is: 'news', handle }]
  },
}
