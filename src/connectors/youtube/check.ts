import type { Finding, Outgoing } from '#connectors/connector.ts'
import { textOf, videoOf } from './plan.ts'
import { privacyOf } from './post/resource.ts'
import { settingsOf } from './settings.ts'

/** Finds what YouTube would refuse, or would not do, and what neither the limits nor a single setting can express. */
export const check = (post: Outgoing): readonly Finding[] => [
  ...missing(post),
  ...timeFindings(post),
  ...lockFindings(post),
  ...signFindings(post),
  ...thumbnailFindings(post),
]

function missing({ settings }: Outgoing): Finding[] {
  if (settingsOf(settings).madeForKids !== undefined) return []
  return [
    {
      code: 'setting_missing',
      at: { setting: 'madeForKids' },
      message: 'YouTube requires a declaration whether the video is made for children.',
      fix: 'Set it to true or false, here or as a default of the account.',
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
      message: `A video that YouTube makes public later is private until then, and privacy is ${privacy}.`,
      fix: 'Remove privacy, or remove publishAt.',
    },
  ]
}

/** Tells of the lock before, since a locked video can be unlocked only by an appeal at YouTube. */
function lockFindings(post: Outgoing): Finding[] {
  const { publishAt } = settingsOf(post.settings)
  if (post.account.facts.isAppAudited !== false || (privacyOf(post) === 'private' && !publishAt)) return []
  return [
    {
      code: 'settings_invalid',
      at: { setting: publishAt ? 'publishAt' : 'privacy' },
      message:
        'YouTube has not audited the app of this installation, so it would lock the video as private, and only an appeal in YouTube Studio unlocks it.',
      fix: 'Set privacy to private and remove publishAt. The operator can have the app audited and then set YOUTUBE_AUDITED.',
    },
  ]
}

function signFindings(post: Outgoing): Finding[] {
  const message = 'YouTube does not allow the characters < and >.'
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
      message: 'The thumbnail of a video has to be a still picture.',
      fix: 'Choose a JPEG or PNG picture.',
    },
  ]
}
