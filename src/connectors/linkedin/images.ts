import { z } from 'zod'
import type { Call, MediaRule, Next, Outgoing, OutgoingMedia, Step } from '#connectors/connector.ts'
import { imageRuleOf } from '#connectors/image-rule.ts'
import { linkedin } from '#rules/networks/linkedin.ts'
import type { Grant } from './grant.ts'
import { imagesOf, type Memo } from './memo.ts'
import { filesOf } from './plan.ts'
import { awaitMedia, firstLookMs } from './ready.ts'
import { ask, read, urn } from './wire.ts'

const imageRule: MediaRule = imageRuleOf(linkedin)
const uploadMs = 60_000

/** One picture in each run. Nobody sees it until a post has it, so one that is sent twice does no harm. */
export const image: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: uploadMs,
  async run(call, post, memo) {
    const item = missing(post, memo)
    if (!item) return { memo, then: 'post' }
    const sent = await send(call, post, item)
    return { memo: { ...memo, image: sent }, then: 'awaitImage', afterMs: firstLookMs }
  },
}

/** One look at a picture that LinkedIn is still at work on. */
export const awaitImage: Step<Grant, Memo> = awaitMedia({
  name: 'getImage',
  place: 'images',
  of: ({ image }) => image ?? null,
  done(post, { image: sent, ...memo }): Next<Memo> {
    const after = { ...memo, images: [...imagesOf(memo), ...(sent === undefined ? [] : [sent])] }
    return { memo: after, then: missing(post, after) ? 'image' : 'post' }
  },
})

/** LinkedIn no longer takes what was begun: that picture from the beginning. */
export const imageAgain: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(_call, _post, { image: _image, ...memo }) {
    return { memo, then: 'image' }
  },
}

const missing = (post: Outgoing, memo: Memo): OutgoingMedia | undefined => filesOf(post)[imagesOf(memo).length]

const opened = z.object({ value: z.object({ uploadUrl: z.url({ protocol: /^https?$/ }).max(8_192), image: urn }) })

async function send({ http, grant, ...call }: Call<Grant>, post: Outgoing, item: OutgoingMedia): Promise<string> {
  const file = await call.media(item, imageRule)
  const { accessToken: token } = grant
  const answer = await ask(http, {
    name: 'initializeImage',
    method: 'POST',
    path: '/rest/images?action=initializeUpload',
    token,
    // It must be the one in whose name the post goes out.
    json: { initializeUploadRequest: { owner: post.account.remoteId } },
  })
  const { uploadUrl, image: sent } = read(answer, opened).value
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
