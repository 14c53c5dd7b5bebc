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
    ...told('disable_comment', not(allowComment)),
    ...told('disable_duet', not(allowDuet)),
    ...told('disable_stitch', not(allowStitch)),
    ...told('is_aigc', madeWithAi),
    ...told('video_cover_timestamp_ms', coverTimestampMs),
  }
}

export function photoInfo(post: Outgoing): JsonObject {
  const { allowComment, autoAddMusic } = settingsOf(post.settings)
  const words = { ...told('title', post.title ?? undefined), description: textOf(post) }
  if (isInbox(post)) return words
  return {
    ...words,
    ...common(post),
    ...told('disable_comment', not(allowComment)),
    ...told('auto_add_music', autoAddMusic),
  }
}

function common(post: Outgoing): JsonObject {
  const { privacyLevel, disclosure } = settingsOf(post.settings)
  return {
    ...told('privacy_level', privacyLevel),
    ...told('brand_content_toggle', disclosure && ['brandedContent', 'both'].includes(disclosure)),
    ...told('brand_organic_toggle', disclosure && ['yourBrand', 'both'].includes(disclosure)),
  }
}

const not = (chosen: boolean | undefined): boolean | undefined => (chosen === undefined ? undefined : !chosen)

const told = (name: string, value: string | number | boolean | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value }
