import { requireAddress } from '#connectors/api/json-api.ts'
import { formOf } from '#connectors/api/multipart.ts'
import type { Call, Sendable } from '#connectors/connector.ts'
import { pathOf } from '../api/calls.ts'
import type { Grant } from '../auth/grant.ts'
import type { OpenMedia } from '../memo.ts'

export const segmentMs = 90_000

/** Sends the next segment of a file, as a form. A repeated segment replaces the earlier one. */
export async function sendSegment(call: Call<Grant>, open: OpenMedia, file: Sendable, bytes: Buffer): Promise<void> {
  const { http, grant } = call
  const segment = {
    contentType: file.contentType,
    size: bytes.length,
    async *stream() {
      yield bytes
    },
  }
  const boundary = `part-${call.key(open.part)}-${open.index}-${open.segments}`
  const { contentType, contentLength, body } = formOf(
    segment,
    { segment_index: String(open.segments) },
    boundary,
    'media',
  )
  await http.send({
    name: 'appendUpload',
    method: 'POST',
    url: `${requireAddress(http.addresses, 'api')}/2/media/upload/${pathOf(open.id)}/append`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${grant.accessToken}`,
      'content-type': contentType,
      'content-length': String(contentLength),
    },
    body,
    timeoutMs: segmentMs,
  })
}
