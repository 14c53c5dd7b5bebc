import type { Finding, Outgoing, OutgoingMedia } from '#connectors/connector.ts'
import { filesOf, isInbox, textOf, videoOf } from './plan.ts'
import { type Settings, settingsOf } from './settings.ts'

/** Finds missing choices that TikTok requires, and conflicts between settings and content. */
export function check(post: Outgoing): readonly Finding[] {
  const video = videoOf(post)
  const given = settingsOf(post.settings)
  const notAllowed = scopeFindings(post)
  if (notAllowed.length > 0) return notAllowed
  return [
    ...(isInbox(post) ? draftFindings(post) : [...missing(given, video !== null), ...brandFindings(given)]),
    ...coverFindings(post, given),
    ...(video ? videoFindings(post, video) : []),
  ]
}

/** Checks the granted scopes. They are unknown for an account that was connected before they were stored. */
function scopeFindings(post: Outgoing): Finding[] {
  const { mayPost, mayDraft } = post.account.facts
  const at = { setting: 'mode' }
  if (isInbox(post) && mayDraft === false)
    return [
      {
        code: 'scope_missing',
        at,
        message: 'The account was connected without the permission to upload drafts (video.upload).',
        fix: 'Remove `mode`, or connect the account again and allow drafts.',
      },
    ]
  if (!isInbox(post) && mayPost === false)
    return [
      {
        code: 'scope_missing',
        at,
        message: 'The account was connected without the permission to publish (video.publish).',
        fix: 'Set `mode` to inbox, or connect the account again and allow posts.',
      },
    ]
  return []
}

function missing(given: Settings, isVideo: boolean): Finding[] {
  const wanted: readonly (readonly [name: keyof Settings, message: string, fix: string])[] = [
    [
      'privacyLevel',
      'TikTok requires the author to choose who may see the post.',
      'Set it to a value that the account offers: PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS, FOLLOWER_OF_CREATOR, ' +
        'SELF_ONLY.',
    ],
    ['allowComment', 'TikTok requires a choice of whether people can comment.', 'Set it to true or false.'],
    ...(isVideo
      ? ([
          ['allowDuet', 'TikTok requires a choice of whether people can duet the video.', 'Set it to true or false.'],
          [
            'allowStitch',
            'TikTok requires a choice of whether people can stitch the video.',
            'Set it to true or false.',
          ],
        ] as const)
      : []),
    [
      'disclosure',
      'TikTok requires a declaration of whether the post is promotional.',
      'Set it to none, yourBrand (your own business), brandedContent (a paid partnership) or both.',
    ],
  ]
  return wanted.flatMap(([setting, message, fix]) =>
    given[setting] === undefined ? [{ code: 'setting_missing', at: { setting }, message, fix } as const] : [],
  )
}

function brandFindings({ disclosure, privacyLevel }: Settings): Finding[] {
  const isPaid = disclosure === 'brandedContent' || disclosure === 'both'
  if (!isPaid || privacyLevel !== 'SELF_ONLY') return []
  return [
    {
      code: 'settings_invalid',
      at: { setting: 'privacyLevel' },
      message: 'Branded content cannot be private on TikTok (SELF_ONLY).',
      fix: 'Choose another audience or another disclosure.',
    },
  ]
}

function draftFindings(post: Outgoing): Finding[] {
  if (!videoOf(post) || textOf(post).trim() === '') return []
  return [
    {
      code: 'text_not_used',
      at: { text: 0 },
      message: 'A video draft has no text, so the text is left out. Add it in the TikTok app.',
      minor: true,
    },
  ]
}

function coverFindings(post: Outgoing, { coverIndex = 0, coverTimestampMs = 0 }: Settings): Finding[] {
  const video = videoOf(post)
  const pictures = filesOf(post).length
  if (!video && pictures > 0 && coverIndex >= pictures)
    return [
      {
        code: 'settings_invalid',
        at: { setting: 'coverIndex' },
        message: `The post has ${pictures} images, so coverIndex ${coverIndex} is too large. The index starts at 0.`,
      },
    ]
  if (video?.durationMs && coverTimestampMs > video.durationMs)
    return [
      {
        code: 'settings_invalid',
        at: { setting: 'coverTimestampMs' },
        message: `The video is ${video.durationMs} ms long, so the cover cannot be at a later moment.`,
      },
    ]
  return []
}

const sideMin = 360
const sideMax = 4_096

function videoFindings(post: Outgoing, video: OutgoingMedia): Finding[] {
  const at = { media: filesOf(post).indexOf(video) }
  const { width, height } = video
  const isSized = [width, height].every((side) => side === 0 || (side >= sideMin && side <= sideMax))
  return [
    ...(isSized
      ? []
      : [
          {
            code: 'video_shape',
            at,
            message: `The video is ${width} × ${height}; TikTok allows ${sideMin} to ${sideMax} pixels on each side.`,
          } as const,
        ]),
    ...(post.title !== null && post.format === 'post'
      ? [
          {
            code: 'title_not_used',
            at: { title: true },
            message: 'TikTok shows titles only for images, so the title is left out.',
            minor: true,
          } as const,
        ]
      : []),
  ]
}
