import { z } from 'zod'
import { fetchedFromHere } from '#connectors/api/fetched-from-here.ts'
import { requireAddress } from '#connectors/api/json-api.ts'
import { imageRuleOf } from '#connectors/check/media/image-rule.ts'
import type { Step } from '#connectors/connector.ts'
import { tiktok } from '#rules/networks/tiktok.ts'
import { ask, publishId } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'
import { filesOf, isInbox } from '../plan.ts'
import { findPhotos } from '../post/find.ts'
import { photoInfo } from '../post/post-info.ts'
import { settingsOf } from '../settings.ts'

const begun = z.object({ publish_id: publishId })

/**
 * Publishes images. TikTok fetches them; they cannot be uploaded. Publishing begins with this call, so if its response
 * is lost, the post's ID is also lost.
 */
export const photos: Step<Grant, Memo> = {
  repeat: 'once',
  settleMs: 120_000,
  async run(call, post, memo) {
    const { coverIndex } = settingsOf(post.settings)
    const there = { name: tiktok.name, api: requireAddress(call.http.addresses, 'api') }
    const links: string[] = []
    for (const item of filesOf(post)) links.push(fetchedFromHere(await call.link(item, imageRuleOf(tiktok)), there))
    const json = {
      post_mode: isInbox(post) ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
      media_type: 'PHOTO',
      post_info: photoInfo(post),
      source_info: { source: 'PULL_FROM_URL', photo_images: links, photo_cover_index: coverIndex ?? 0 },
    }
    const { data } = await ask(call, 'initPhotos', '/v2/post/publish/content/init/', json, begun)
    return { memo: { ...memo, publishId: data.publish_id }, then: 'await', handle: data.publish_id }
  },
  find: (call, post, memo, doubt) => findPhotos(call, post, memo, doubt),
}
