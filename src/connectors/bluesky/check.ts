import type { Finding, Outgoing } from '#connectors/connector.ts'
import { quotedIn } from './post/quoted.ts'
import { settingsOf } from './settings.ts'

/** Finds a quote that does not name a post. */
export function check(post: Outgoing): readonly Finding[] {
  const { quote } = settingsOf(post.settings)
  return quote === undefined || quotedIn(quote) ? [] : [quoteOfNothing]
}

const quoteOfNothing: Finding = {
  code: 'settings_invalid',
  message: 'The post to quote is not a post on Bluesky.',
  at: { setting: 'quote' },
  fix: 'Use its link, such as https://bsky.app/profile/ada.bsky.social/post/3k2a4bcdefg22, or its AT URI.',
}
