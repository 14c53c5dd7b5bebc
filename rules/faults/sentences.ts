/**
 * Our sentences about invalid input, by rules that never change. A response includes the rule next to the sentence, so
 * that a client can translate it.
 */
export const sentences = {
  blank: 'can’t be blank',
  characters: 'must not contain NUL or broken characters',
  colour: 'must be a color such as #1A2B3C',
  email: 'must be an email address such as ada@example.com',
  future: 'must be in the future',
  https: 'must be a URL starting with https://',
  language: 'must be a language tag such as en or pt-BR',
  line: 'must be on one line, without control characters or characters that change the text direction',
  mastodon_server: 'must be the URL of a server, such as https://mastodon.social',
  mastodon_token: 'must be the token exactly as Mastodon shows it, without spaces',
  pds_server: 'must be the URL of a server, such as https://pds.example.com',
  time: 'must be a time such as 2026-11-21T09:00:00Z',
  time_of_day: 'must be a time of day such as 09:30',
  timezone: 'must be a time zone such as Europe/Berlin',
  url: 'must be an absolute URL',
  year: 'must be in a year from 0001 to 9999',
} as const

const rules = new Map<string, string>(Object.entries(sentences).map(([rule, sentence]) => [sentence, rule]))

/** Returns the rule that a sentence states; undefined for a sentence that is not in the list. */
export const ruleOf = (sentence: string): string | undefined => rules.get(sentence)
