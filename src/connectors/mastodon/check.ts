import type { Finding, Outgoing } from '#connectors/connector.ts'
import { count, countUnits } from '#rules/count/count.ts'
import { type Limits, limitsForFormat } from '#rules/limits.ts'
import { limitsFor, type PollLimits, pollLimitsFor } from './api/instance.ts'
import { textOf } from './plan.ts'
import { type Settings, settingsOf } from './settings.ts'

/** Checks a post's poll and content warning against the limits of its instance. */
export function check(post: Outgoing): readonly Finding[] {
  const { poll, spoilerText } = settingsOf(post.settings)
  return [
    ...(spoilerText === undefined ? [] : warningFindings(post, spoilerText)),
    ...(poll ? pollFindings(poll, pollLimitsFor(post.account.facts)) : []),
    ...(poll && (post.parts[0]?.media.length ?? 0) > 0 ? [pollBesideFiles] : []),
  ]
}

/** A content warning stands before each part and before the first comment, and counts with each of them. */
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

/** A text that is too long by itself is reported without its warning. */
function findExcess(text: string, warning: string, { text: [rule], dialect, name }: Limits) {
  if (!rule || text.trim() === '') return null
  const own = count(text, rule, dialect, rule.max)
  const both = own + count(warning, rule, dialect)
  if (own > rule.max || both <= rule.max) return null
  return {
    message: `The text and the content warning have ${both} characters together; ${name} allows ${rule.max}.`,
    fix: `Shorten one of them by ${both - rule.max}.`,
  }
}

function pollFindings({ options, expiresInSeconds }: NonNullable<Settings['poll']>, limits: PollLimits): Finding[] {
  const { maxOptions, maxOptionLength, minSeconds, maxSeconds } = limits
  const findings: Finding[] = []
  const add = (setting: string, message: string) => {
    findings.push({ code: 'settings_invalid', message, at: { setting } })
  }
  if (options.length > maxOptions)
    add('poll/options', `The poll has ${options.length} options; this server allows ${maxOptions}.`)
  for (const [nth, option] of options.entries()) {
    const length = countUnits(option, 'grapheme')
    if (length > maxOptionLength)
      add(`poll/options/${nth}`, `The option has ${length} characters; this server allows ${maxOptionLength}.`)
    if (options.indexOf(option) < nth) add(`poll/options/${nth}`, `The option “${option}” is there twice.`)
  }
  if (expiresInSeconds < minSeconds || expiresInSeconds > maxSeconds)
    add(
      'poll/expiresInSeconds',
      `The poll runs for ${expiresInSeconds} seconds; this server allows ${minSeconds} to ${maxSeconds}.`,
    )
  return findings
}

const pollBesideFiles: Finding = {
  code: 'settings_invalid',
  message: 'Mastodon does not allow a poll and files in one post. Remove the poll or the files.',
  at: { setting: 'poll' },
  fix: 'Remove the poll, or the pictures and videos.',
}
