import type { Finding, Outgoing } from '#connectors/connector.ts'
import { pollBesideFiles } from '#connectors/polls.ts'
import { count, countUnits } from '#rules/count/count.ts'
import { type Limits, limitsForFormat } from '#rules/limits.ts'
import { limitsFor, type PollLimits, pollLimitsFor } from './api/instance.ts'
import { textOf } from './plan.ts'
import { mayQuote, quotedIn, serverNameOf } from './post/quoted.ts'
import { pollSecondsOf, type Settings, settingsOf } from './settings.ts'

/** Checks a post's poll, quote and content warning against the limits of its instance. */
export function check(post: Outgoing): readonly Finding[] {
  const { poll, spoilerText, quote } = settingsOf(post.settings)
  return [
    ...(spoilerText === undefined ? [] : warningFindings(post, spoilerText)),
    ...(poll ? pollFindings(poll, pollLimitsFor(post.account.facts)) : []),
    ...(poll ? pollBesideFiles(post, 'Mastodon') : []),
    ...(quote === undefined ? [] : quoteFindings(quote, post)),
  ]
}

function quoteFindings(quote: string, { account: { facts } }: Outgoing): readonly Finding[] {
  const { version = 'an older version' } = facts
  const host = serverNameOf(facts)
  const at = { setting: 'quote' }
  if (!mayQuote(facts))
    return [
      {
        code: 'settings_invalid',
        message: `Quotes need Mastodon 4.5 or later. ${host} runs ${version}.`,
        at,
        fix: 'Remove the quote, or paste the post’s link in the text. If the server was updated, check the account again.',
      },
    ]
  if (quotedIn(quote, facts) !== null) return []
  return [
    {
      code: 'settings_invalid',
      message: `The quoted post’s link isn’t from ${host}.`,
      at,
      fix:
        `Search for the post on ${host}, open it there, and copy the link from the address bar, such as ` +
        `https://${host}/@ada@other.example/109000000000000001.`,
    },
  ]
}

/** A content warning precedes each part and the first comment, and counts toward the length of each. */
function warningFindings(post: Outgoing, warning: string): readonly Finding[] {
  const limits = limitsForFormat(limitsFor(post.account.facts), post.format)
  const parts = post.parts.map((_, part) => ({ text: textOf(post, part), at: { text: part } }) as const)
  const { firstComment } = post
  const comment = firstComment === null ? [] : [{ text: firstComment, at: { setting: 'spoilerText' } } as const]
  return [...parts, ...comment].flatMap(({ text, at }) => {
    const over = findExcess(text, warning, limits)
    return over === null ? [] : [{ code: 'text_too_long', at, ...over } as const]
  })
}

/** A text that is too long on its own is reported without its warning. */
function findExcess(text: string, warning: string, { text: [rule], dialect, name }: Limits) {
  if (!rule || text.trim() === '') return null
  const own = count(text, rule, dialect, rule.max)
  const both = own + count(warning, rule, dialect)
  if (own > rule.max || both <= rule.max) return null
  return {
    message: `Text and content warning are ${both} characters together. ${name} allows ${rule.max}.`,
    fix: `Shorten one of them by ${both - rule.max}.`,
  }
}

const inMinutes = (seconds: number): number => Math.round(seconds / 6) / 10

function pollFindings(poll: NonNullable<Settings['poll']>, limits: PollLimits): Finding[] {
  const { options } = poll
  const { maxOptions, maxOptionLength, minSeconds, maxSeconds } = limits
  const findings: Finding[] = []
  const add = (setting: string, message: string) => {
    findings.push({ code: 'settings_invalid', message, at: { setting } })
  }
  if (options.length > maxOptions)
    add('poll/options', `The poll has ${options.length} options. This server allows ${maxOptions}.`)
  for (const [nth, option] of options.entries()) {
    const length = countUnits(option, 'grapheme')
    if (length > maxOptionLength)
      add(`poll/options/${nth}`, `This option is ${length} characters. This server allows ${maxOptionLength}.`)
    if (options.indexOf(option) < nth) add(`poll/options/${nth}`, `“${option}” is listed twice.`)
  }
  const seconds = pollSecondsOf(poll)
  if (seconds < minSeconds || seconds > maxSeconds)
    add(
      poll.expiresInSeconds === undefined ? 'poll/durationMinutes' : 'poll/expiresInSeconds',
      `The poll runs for ${inMinutes(seconds)} minutes. This server allows ` +
        `${inMinutes(minSeconds)}–${inMinutes(maxSeconds)}.`,
    )
  return findings
}
