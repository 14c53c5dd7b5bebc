import type { AnalyticsDeps } from '#modules/analytics/index.ts'
import type { WebhookRetryDeps } from '#modules/webhooks/index.ts'

export type UpkeepDeps = AnalyticsDeps & WebhookRetryDeps
