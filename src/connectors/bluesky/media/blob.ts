import { z } from 'zod'
import type { Http } from '#connectors/connector.ts'
import { type Bytes, procedure } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import type { Blob } from '../memo.ts'

export const blob = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
})

/**
 * The lifetime of an upload that no record uses. A server keeps it for about an hour; we upload it again well before
 * then.
 */
const unusedLivesMs = 30 * 60_000

export const diesAt = (now: Date): Date => new Date(now.getTime() + unusedLivesMs)

/** Uploads a file. Uploading the same bytes again returns the same blob. */
export async function uploadBlob(http: Http, grant: Grant, bytes: Bytes, timeoutMs?: number): Promise<Blob> {
  const nsid = 'com.atproto.repo.uploadBlob'
  const call = { server: grant.server, nsid, as: grant, bytes, ...(timeoutMs ? { timeoutMs } : {}) }
  return (await procedure(http, call, z.object({ blob }))).blob
}
