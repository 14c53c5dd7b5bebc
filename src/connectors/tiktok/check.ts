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
        message: 'This account can’t upload drafts: it was connected without video.upload.',
        fix: 'Remove `mode`, or connect the account again and allow drafts.',
      },
    ]
  if (!isInbox(post) && mayPost === false)
    return [
      {
        code: 'scope_missing',
        at,
        message: 'This account can’t publish: it was connected without video.publish.',
        fix: 'Set `mode` to inbox, or connect the account again and allow posts.',
      },
    ]
  return []
}

function missing(given: Settings, isVideo: boolean): Finding[] {
  const wanted: readonly (readonly [name: keyof Settings, message: string, fix: string])[] = [
    [
      'privacyLevel',
      'Choose who can see this on TikTok.',
      'Set it to a value that the account offers: PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS, FOLLOWER_OF_CREATOR, ' +
        'SELF_ONLY.',
    ],
    ['allowComment', 'Choose whether people can comment.', 'Set it to true or false.'],
    ...(isVideo
      ? ([
          ['allowDuet', 'Choose whether people can duet this video.', 'Set it to true or false.'],
          ['allowStitch', 'Choose whether people can stitch this video.', 'Set it to true or false.'],
        ] as const)
      : []),
    [
      'disclosure',
      'Say whether this promotes something (TikTok requires it).',
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
      message: 'Branded content can’t be private on TikTok.',
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
      message: 'TikTok drafts have no text. Add it in the TikTok app.',
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
        message: `The post has ${pictures} images, so there’s no cover image ${coverIndex} (0 is the first).`,
      },
    ]
  if (video?.durationMs && coverTimestampMs > video.durationMs)
    return [
      {
        code: 'settings_invalid',
        at: { setting: 'coverTimestampMs' },
        message: `Choose a cover within the video (${video.durationMs} ms).`,
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
            message: `The video is ${width} × ${height}. TikTok allows ${sideMin}–${sideMax} pixels per side.`,
          } as const,
        ]),
    ...(post.title !== null && post.format === 'post'
      ? [
          {
            code: 'title_not_used',
            at: { title: true },
            message: 'TikTok only shows titles for images. This one won’t be sent.',
            minor: true,
          } as const,
        ]
      : []),
  ]
}
