import type { Finding, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { instagram } from '#rules/networks/instagram.ts'
import { filesOf, kindOf } from './plan.ts'
import { settingsOf } from './settings.ts'

/** Finds problems that neither the limits nor a single setting can express: what Instagram would refuse or ignore. */
export const check = (post: Outgoing): readonly Finding[] => [
  ...storyFindings(post),
  ...tagFindings(post),
  ...coverFindings(post),
  ...commentFindings(post),
]

function storyFindings({ format, parts, settings }: Outgoing): Finding[] {
  if (format !== 'story') return []
  const hasText = (parts[0]?.text ?? '').trim() !== ''
  const { collaborators = [] } = settingsOf(settings)
  return [
    ...(hasText ? [storyText] : []),
    ...(collaborators.length > 0
      ? [wrong('collaborators', 'Instagram stories can’t have collaborators.', 'Remove the collaborators.')]
      : []),
  ]
}

const storyText: Finding = {
  code: 'text_not_used',
  message: 'Instagram stories don’t show text. Your text won’t be sent.',
  at: { text: 0 },
  fix: 'Put the text in the image or video.',
  minor: true,
}

function tagFindings(post: Outgoing): Finding[] {
  const files = filesOf(post)
  const { userTags = [] } = settingsOf(post.settings)
  for (const { username, file = 0, x, y } of userTags) {
    const tagged = files[file]
    if (!tagged && files.length > 0)
      return [wrong('userTags', `${username} is tagged on file ${file}, which doesn’t exist.`, 'Count files from 0.')]
    if (tagged?.kind === 'video' && kindOf(post) === 'carousel')
      return [wrong('userTags', 'You can’t tag accounts on videos in a carousel.', 'Tag them on an image.')]
    if (tagged?.kind === 'image' && post.format !== 'story' && (x === undefined || y === undefined))
      return [wrong('userTags', `${username}’s tag has no position on the image.`, 'Add x and y, each from 0 to 1.')]
  }
  return []
}

function coverFindings(post: Outgoing): Finding[] {
  const [video] = filesOf(post)
  if (kindOf(post) !== 'reel' || !video) return []
  const { coverTimestampMs = 0 } = settingsOf(post.settings)
  const { thumbnail, durationMs } = video
  return [
    ...(durationMs !== null && coverTimestampMs > durationMs
      ? [
          wrong(
            'coverTimestampMs',
            `The video is ${(durationMs / 1_000).toFixed(1)} s long. The cover can’t be at ${coverTimestampMs} ms.`,
            'Choose an earlier moment.',
          ),
        ]
      : []),
    ...(thumbnail && (thumbnail.kind !== 'image' || thumbnail.animated) ? [movingCover] : []),
  ]
}

const movingCover: Finding = {
  code: 'media_type_not_supported',
  at: { media: 0 },
  message: 'A video thumbnail must be a still image.',
  fix: 'Choose a JPEG or PNG.',
}

const commentFindings = ({ firstComment, settings }: Outgoing): Finding[] =>
  firstComment !== null && settingsOf(settings).allowComment === false
    ? [
        wrong(
          'allowComment',
          'Comments are off, so your first comment would be hidden.',
          'Remove the first comment, or allow comments.',
        ),
      ]
    : []

const wrong = (setting: string, message: string, fix: string): Finding => ({
  code: 'settings_invalid',
  at: { setting },
  message,
  fix,
})

/** Returns the limits with the number of posts that Instagram reported for this account. */
export function limitsFor({ postsMax: max, postsPerMs: perMs }: JsonObject): Limits {
  if (typeof max !== 'number' || typeof perMs !== 'number') return instagram
  return { ...instagram, quotas: [{ max, perMs, of: 'account', counts: 'posts' }] }
}
