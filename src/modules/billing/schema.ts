import { z } from 'zod'
import { text } from '#infra/http/schemas.ts'

export const cancelReasons = [
  'too_expensive',
  'missing_feature',
  'unreliable',
  'too_difficult',
  'unused',
  'other',
] as const
export type CancelReason = (typeof cancelReasons)[number]

export const subscriptionStatuses = ['active', 'past_due', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const cancelBody = z
  .strictObject({ reason: z.enum(cancelReasons), comment: text(1, 2_000).optional() })
  .meta({ id: 'CancelSubscription', examples: [{ reason: 'missing_feature', comment: 'I need carousels.' }] })
