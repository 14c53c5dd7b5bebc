import { z } from 'zod'
import { platformSegment } from '#infra/http/platforms.ts'
import { bytes, text } from '#infra/http/schemas.ts'

export const platformPath = z.strictObject({
  platform: platformSegment,
})

/** All query parameters of the known networks' challenges. */
export const challengeQuery = z.strictObject({
  'hub.mode': text(0, 100).optional(),
  'hub.challenge': text(0, 1_000).optional(),
  'hub.verify_token': text(0, 1_000).optional(),
  crc_token: text(0, 1_000).optional(),
})

export const challengeAnswer = {
  description: 'The response that the network expects.',
  content: { 'text/plain': { schema: z.string() }, 'application/json': { schema: z.record(z.string(), z.string()) } },
}

export const noticeReceived = z
  .object({ ok: z.literal(true) })
  .meta({ id: 'Heard', description: 'The notification was received.' })

export const deliveryBody = bytes('The network’s notification, exactly as signed.')
