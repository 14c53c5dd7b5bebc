import type { JsonObject, Outgoing } from '#connectors/connector.ts'
import { isInbox, textOf } from '../plan.ts'
import { settingsOf } from '../settings.ts'

/**
 * Returns the user's choices under TikTok's names. Unset choices are not sent, so nothing is chosen for the user.
 */
export function videoInfo(post: Outgoing): JsonObject {
  const { allowComment, allowDuet, allowStitch, madeWithAi, coverTimestampMs } = settingsOf(post.settings)
  return {
    title: textOf(post),
    ...common(post),
    ...field('disable_comment', not(allowComment)),
    ...field('disable_duet', not(allowDuet)),
    ...field('disable_stitch', not(allowStitch)),
    ...field('is_aigc', madeWithAi),
    ...field('video_cover_timestamp_ms', coverTimestampMs),
  }
}

export function photoInfo(post: Outgoing): JsonObject {
  const { allowComment, autoAddMusic } = settingsOf(post.settings)
  const words = { ...field('title', post.title ?? undefined), description: textOf(post) }
  if (isInbox(post)) return words
  return {
    ...words,
    ...common(post),
    ...field('disable_comment', not(allowComment)),
    ...field('auto_add_music', autoAddMusic),
  }
}

function common(post: Outgoing): JsonObject {
  const { privacyLevel, disclosure } = settingsOf(post.settings)
  return {
    ...field('privacy_level', privacyLevel),
    ...field('brand_content_toggle', disclosure && ['brandedContent', 'both'].includes(disclosure)),
    ...field('brand_organic_toggle', disclosure && ['yourBrand', 'both'].includes(disclosure)),
  }
}

const not = (chosen: boolean | undefined): boolean | undefined => (chosen === undefined ? undefined : !chosen)

const field = (name: string, value: string | number | boolean | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value }
