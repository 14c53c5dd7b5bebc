import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import type { Call, MediaRule, Next, OutgoingMedia, Sendable, Step } from '#connectors/connector.ts'
import { limitsForFormat } from '#rules/limits.ts'
import { linkedin } from '#rules/networks/linkedin.ts'
import { ask, urn } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { filesOf } from '../plan.ts'
import { pdfOf } from './pdf.ts'
import { awaitMedia, firstLookMs } from './ready.ts'

/** A carousel on LinkedIn is a document: the author's own, or one made of the images, one per page. */

const rule: MediaRule = imageRuleOf(limitsForFormat(linkedin, 'carousel'))
const uploadMs = 300_000

const opened = z.object({ value: z.object({ uploadUrl: z.url({ protocol: /^https?$/ }).max(8_192), document: urn }) })

/** Uploads the document. It is invisible until a post uses it, so a second upload is harmless. */
export const document: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const pdf = await readDocument(call, filesOf(post))
    const { accessToken: token } = call.grant
    const answer = await ask(call.http, {
      name: 'initializeDocument',
      method: 'POST',
      path: '/rest/documents?action=initializeUpload',
      token,
      // The owner must be the author of the post.
      json: { initializeUploadRequest: { owner: post.account.remoteId } },
    })
    const { uploadUrl, document: sent } = readAnswer(answer, opened).value
    await call.http.send({
      name: 'uploadDocument',
      method: 'PUT',
      url: uploadUrl,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/pdf',
        'content-length': String(pdf.size),
      },
      body: pdf.stream(),
      timeoutMs: uploadMs,
    })
    return { memo: { ...memo, document: sent }, then: 'awaitDocument', afterMs: firstLookMs }
  },
}

async function readDocument(call: Call<Grant>, files: readonly OutgoingMedia[]): Promise<Pdf> {
  const [first] = files
  if (first?.kind === 'document') return await call.media(first)
  const pages: Sendable[] = []
  for (const item of files) pages.push(await call.media(item, rule))
  return await pdfOf(pages)
}

type Pdf = Pick<Sendable, 'size' | 'stream'>

/** Checks once whether LinkedIn has processed the document. */
export const awaitDocument: Step<Grant, Memo> = awaitMedia({
  step: 'awaitDocument',
  name: 'getDocument',
  place: 'documents',
  of: ({ document: sent }) => sent ?? null,
  done: (_post, memo): Next<Memo> => ({ memo, then: 'post' }),
})

/** Restarts an upload that LinkedIn no longer accepts. */
export const documentAgain: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, _post, { document: _document, ...memo }) {
    return { memo, then: 'document' }
  },
}
