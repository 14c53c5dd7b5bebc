import { z } from 'zod'
import { ownFailure } from '#connectors/api/json-api.ts'
import type { JsonObject, Outgoing, ReadCall, Step } from '#connectors/connector.ts'
import { ask } from './api.ts'
import type { Grant } from './auth/grant.ts'
import type { Memo } from './memo.ts'
import { videoOf } from './plan.ts'
import { settingsOf } from './settings.ts'

/** The options that the account offers now. They may have changed since the post was written. */
const creatorAnswer = z.object({
  creator_username: z.string().max(200).nullish(),
  creator_nickname: z.string().max(500).nullish(),
  creator_avatar_url: z.string().max(4_096).nullish(),
  privacy_level_options: z.array(z.string()),
  comment_disabled: z.boolean().nullish(),
  duet_disabled: z.boolean().nullish(),
  stitch_disabled: z.boolean().nullish(),
  max_video_post_duration_sec: z.number().min(0).nullish(),
})
type Creator = z.output<typeof creatorAnswer>

const askCreator = async (call: Pick<ReadCall<Grant>, 'http' | 'grant'>): Promise<Creator> =>
  (await ask(call, 'queryCreatorInfo', '/v2/post/publish/creator_info/query/', {}, creatorAnswer)).data

/** Checks the options before each post, as TikTok requires: a post that TikTok would refuse is not sent. */
export const creator: Step<Grant, Memo> = {
  repeat: 'safe',
  async run(call, post, memo) {
    const offered = await askCreator(call)
    const no = broken(offered, post)
    if (no) throw ownFailure(...no)
    return { memo, then: videoOf(post) ? 'init' : 'photos' }
  },
}

function broken(offered: Creator, post: Outgoing): readonly [code: string, message: string] | null {
  const { privacyLevel, allowComment, allowDuet, allowStitch } = settingsOf(post.settings)
  const video = videoOf(post)
  const levels = offered.privacy_level_options
  if (privacyLevel === undefined || !levels.includes(privacyLevel))
    return [
      'privacy_level_option_mismatch',
      `The account offers ${levels.join(', ') || 'nothing'}; the post has ${privacyLevel ?? 'nothing chosen'}.`,
    ]
  if (allowComment && offered.comment_disabled)
    return ['interaction_disabled', 'Comments are turned off (allowComment).']
  if (video && allowDuet && offered.duet_disabled) return ['interaction_disabled', 'Duets are turned off (allowDuet).']
  if (video && allowStitch && offered.stitch_disabled)
    return ['interaction_disabled', 'Stitches are turned off (allowStitch).']
  const maxMs = (offered.max_video_post_duration_sec ?? 0) * 1_000
  if (video?.durationMs && maxMs > 0 && video.durationMs > maxMs)
    return [
      'duration_check_failed',
      `The video runs ${video.durationMs / 1_000} s; this account may post ${maxMs / 1_000} s.`,
    ]
  return null
}

/** Returns the name to show above the post and the available options, for the author of a post. */
export async function options(call: ReadCall<Grant>): Promise<JsonObject> {
  // An account that only allows drafts gets no response and has nothing to choose.
  if (!call.grant.scopes.includes('video.publish')) return {}
  const offered = await askCreator(call)
  return {
    creator: {
      username: offered.creator_username ?? null,
      displayName: offered.creator_nickname ?? null,
      avatar: offered.creator_avatar_url ?? null,
      privacyLevels: offered.privacy_level_options,
      canAllowComment: offered.comment_disabled !== true,
      canAllowDuet: offered.duet_disabled !== true,
      canAllowStitch: offered.stitch_disabled !== true,
      maxVideoDurationMs: offered.max_video_post_duration_sec ? offered.max_video_post_duration_sec * 1_000 : null,
    },
  }
}
