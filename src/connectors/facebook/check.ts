import { isWebUrl } from '#connectors/api/web-url.ts'
import type { Finding, Outgoing } from '#connectors/connector.ts'
import { isUpright } from './media/upright.ts'
import { isFacebookLink, kindOf } from './plan.ts'
import { settingsOf } from './settings.ts'

/** Finds a text that a story does not show, a video that may stay a draft, and cards that Facebook would not accept. */
export const check = (post: Outgoing): readonly Finding[] => [
  ...storyFindings(post),
  ...videoFindings(post),
  ...cardFindings(post),
]

const storyFindings = ({ format, parts }: Outgoing): readonly Finding[] =>
  format !== 'story' || (parts[0]?.text ?? '').trim() === ''
    ? []
    : [
        {
          code: 'text_not_used',
          message: 'Facebook stories don’t show text. Your text won’t be sent.',
          at: { text: 0 },
          fix: 'Put the text in the image or video.',
          minor: true,
        },
      ]

function videoFindings(post: Outgoing): readonly Finding[] {
  const media = kindOf(post) === 'video' ? (post.parts[0]?.media ?? []).findIndex(isUpright) : -1
  return media < 0
    ? []
    : [
        {
          code: 'video_may_stay_draft',
          message: 'Facebook publishes vertical videos as reels and may keep a video that can’t be a reel as a draft.',
          at: { media },
          fix: 'Use a video of 3 to 90 seconds with 24 to 60 frames per second and at least 540 × 960 pixels.',
          minor: true,
        },
      ]
}

function cardFindings(post: Outgoing): readonly Finding[] {
  const { cards = [] } = settingsOf(post.settings)
  if (cards.length > 0 && kindOf(post) !== 'text') return [cardsBesideFiles]
  return cards.flatMap((card, nth) => {
    const at = { setting: `cards/${nth}` }
    const message = messageOn(card)
    return message === null ? [] : [{ code: 'settings_invalid', message, at, fix } as const]
  })
}

const fix = 'Use a public URL, such as https://example.com/harbour.'

function messageOn(card: string): string | null {
  if (!isWebUrl(card)) return `“${card.slice(0, 100)}” isn’t a valid URL.`
  return isFacebookLink(card) ? 'Facebook doesn’t show cards for Facebook links.' : null
}

const cardsBesideFiles: Finding = {
  code: 'settings_invalid',
  message: 'A Facebook post can have media or link cards, not both.',
  at: { setting: 'cards' },
  fix: 'Remove the cards or the media.',
}
