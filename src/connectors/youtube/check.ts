import type { Finding, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { youtube } from '#rules/networks/youtube.ts'
import { textOf } from './plan.ts'
import { settingsOf } from './settings.ts'
import { videoOf } from './video-of.ts'

/** Finds problems that neither the limits nor a single setting can express: what YouTube would refuse or ignore. */
export const check = (post: Outgoing): readonly Finding[] => [
  ...missing(post),
  ...timeFindings(post),
  ...signFindings(post),
  ...thumbnailFindings(post),
]

function missing({ settings }: Outgoing): Finding[] {
  if (settingsOf(settings).madeForKids !== undefined) return []
  return [
    {
      code: 'setting_missing',
      at: { setting: 'madeForKids' },
      message: 'Say whether this video is made for kids (YouTube requires it).',
      fix: 'Set it to true or false, here or as the account’s default.',
    },
  ]
}

function timeFindings({ settings }: Outgoing): Finding[] {
  const { publishAt, privacy } = settingsOf(settings)
  if (publishAt === undefined || privacy === undefined || privacy === 'private') return []
  return [
    {
      code: 'settings_invalid',
      at: { setting: 'publishAt' },
      message: `A video with a YouTube release time must be private. Yours is ${privacy}.`,
      fix: 'Remove privacy, or remove publishAt.',
    },
  ]
}

function signFindings(post: Outgoing): Finding[] {
  const message = 'YouTube doesn’t allow < and >.'
  const fix = 'Remove them.'
  const isWrong = (text: string | null) => /[<>]/.test(text ?? '')
  return [
    ...(isWrong(post.title) ? [{ code: 'signs_not_allowed', at: { title: true }, message, fix } as const] : []),
    ...(isWrong(textOf(post)) ? [{ code: 'signs_not_allowed', at: { text: 0 }, message, fix } as const] : []),
  ]
}

function thumbnailFindings(post: Outgoing): Finding[] {
  const { thumbnail } = videoOf(post) ?? {}
  if (!thumbnail || (thumbnail.kind === 'image' && !thumbnail.animated)) return []
  return [
    {
      code: 'media_type_not_supported',
      at: { media: 0 },
      message: 'A video thumbnail must be a still image.',
      fix: 'Choose a JPEG or PNG.',
    },
  ]
}

const quarterMs = 900_000

/** Returns the limits of a channel. Without a confirmed phone number its videos are limited to 15 minutes. */
export function limitsFor({ longUploads }: JsonObject): Limits {
  if (longUploads !== 'eligible' && longUploads !== 'disallowed') return youtube
  return { ...youtube, video: { ...youtube.video, maxDurationMs: quarterMs } }
}
