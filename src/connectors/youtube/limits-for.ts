import type { JsonObject } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { youtube } from '#rules/networks/youtube.ts'

const quarterMs = 900_000

/** Returns the limits of a channel. Without a confirmed phone number its videos are limited to 15 minutes. */
export function limitsFor({ longUploads }: JsonObject): Limits {
  if (longUploads !== 'eligible' && longUploads !== 'disallowed') return youtube
  return { ...youtube, video: { ...youtube.video, maxDurationMs: quarterMs } }
}
