import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import type { Call, MediaRule, Next, Outgoing, OutgoingMedia, Sendable, Step } from '#connectors/connector.ts'
import { linkedin } from '#rules/networks/linkedin.ts'
import { ask, urn } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { imagesOf, type Memo } from '../memo.ts'
import { filesOf } from '../plan.ts'
import { awaitMedia, firstLookMs } from './ready.ts'

export const imageRule: MediaRule = imageRuleOf(linkedin)
const uploadMs = 60_000

/** Uploads one image in each run. An image is invisible until a post uses it, so a second upload is harmless. */
export const image: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const item = missing(post, memo)
    if (!item) return { memo, then: 'post' }
    const sent = await uploadImage(call, post, await call.media(item, imageRule))
    return { memo: { ...memo, image: sent }, then: 'awaitImage', afterMs: firstLookMs }
  },
}

/** Checks once whether LinkedIn has processed the image. */
export const awaitImage: Step<Grant, Memo> = awaitMedia({
  step: 'awaitImage',
  name: 'getImage',
  place: 'images',
  of: ({ image }) => image ?? null,
  done(post, { image: sent, ...memo }): Next<Memo> {
    const after = { ...memo, images: [...imagesOf(memo), ...(sent === undefined ? [] : [sent])] }
    return { memo: after, then: missing(post, after) ? 'image' : 'post' }
  },
})

/** Restarts the upload of an image that LinkedIn no longer accepts. */
export const imageAgain: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, _post, { image: _image, ...memo }) {
    return { memo, then: 'image' }
  },
}

const missing = (post: Outgoing, memo: Memo): OutgoingMedia | undefined => filesOf(post)[imagesOf(memo).length]

const opened = z.object({ value: z.object({ uploadUrl: z.url({ protocol: /^https?$/ }).max(8_192), image: urn }) })

/** Uploads an image for the account that posts, and returns its ID. */
export async function uploadImage(
  { http, grant }: Pick<Call<Grant>, 'http' | 'grant'>,
  { account }: Outgoing,
  file: Sendable,
): Promise<string> {
  const { accessToken: token } = grant
  const answer = await ask(http, {
    name: 'initializeImage',
    method: 'POST',
    path: '/rest/images?action=initializeUpload',
    token,
    // The owner must be the author of the post.
    json: { initializeUploadRequest: { owner: account.remoteId } },
  })
  const { uploadUrl, image: sent } = readAnswer(answer, opened).value
  await http.send({
    name: 'uploadImage',
    method: 'PUT',
    url: uploadUrl,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': file.contentType,
      'content-length': String(file.size),
    },
    body: file.stream(),
    timeoutMs: uploadMs,
  })
  return sent
}
