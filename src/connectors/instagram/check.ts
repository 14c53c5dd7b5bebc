import type { Finding, Outgoing } from '#connectors/connector.ts'
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
      ? [wrong('collaborators', 'An Instagram story has one author.', 'Remove the collaborators.')]
      : []),
  ]
}

const storyText: Finding = {
  code: 'text_not_used',
  message: 'Instagram stories do not show text, so the text is left out.',
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
      return [wrong('userTags', `There is no file ${file} to tag ${username} in.`, 'Count files from 0.')]
    if (tagged?.kind === 'video' && kindOf(post) === 'carousel')
      return [wrong('userTags', 'Accounts cannot be tagged in a carousel’s videos.', 'Tag them in an image.')]
    if (tagged?.kind === 'image' && post.format !== 'story' && (x === undefined || y === undefined))
      return [
        wrong('userTags', `The tag for ${username} has no position on the image.`, 'Add x and y, each from 0 to 1.'),
      ]
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
            `The video is ${(durationMs / 1_000).toFixed(1)} s long, so it has no frame at ${coverTimestampMs} ms.`,
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
  message: 'A video’s thumbnail must be a still image.',
  fix: 'Choose a JPEG or PNG image.',
}

const commentFindings = ({ firstComment, settings }: Outgoing): Finding[] =>
  firstComment !== null && settingsOf(settings).allowComment === false
    ? [
        wrong(
          'allowComment',
          'Instagram hides all comments if commenting is turned off.',
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
