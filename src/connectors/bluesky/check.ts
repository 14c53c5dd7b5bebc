import type { Finding, JsonObject, Outgoing } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { bluesky } from '#rules/networks/bluesky.ts'
import { quotedIn } from './post/quoted.ts'
import { settingsOf } from './settings.ts'

/** Finds a quote that does not name a post. */
export function check(post: Outgoing): readonly Finding[] {
  const { quote } = settingsOf(post.settings)
  return quote === undefined || quotedIn(quote) ? [] : [quoteOfNothing]
}

const quoteOfNothing: Finding = {
  code: 'settings_invalid',
  message: 'The quoted post isn’t on Bluesky.',
  at: { setting: 'quote' },
  fix: 'Use its link, such as https://bsky.app/profile/ada.bsky.social/post/3k2a4bcdefg22, or its AT URI.',
}

/** Only the video service can turn an animated image into a video, and the operator may have turned it off. */
export const limitsFor = ({ videoService }: JsonObject): Limits =>
  videoService === false ? { ...bluesky, image: { ...bluesky.image, animated: 'no' } } : bluesky
