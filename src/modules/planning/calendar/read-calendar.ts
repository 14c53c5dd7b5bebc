import type { Db } from '#infra/db/client.ts'
import { takeTurns } from '#infra/streams/turns.ts'
import { caps } from '#kernel/caps.ts'
import { after, before, days } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { addDays, utcDay } from '#kernel/plain-date.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { findLabelNames, resolveLabels } from '#modules/labels/index.ts'
import { type ApprovalMark, readApprovalMarks } from '#modules/posts/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { listNoteRows, type NoteRow } from '../notes/store.ts'
import { mergeRuns } from '../recurring/merge-runs.ts'
import { isActive } from '../recurring/present.ts'
import { listRulesOfProfile, type Rule, withExceptions } from '../recurring/store.ts'
import { hashFeedToken } from './manage-feeds.ts'
import { findFeedProfile, listPlannedPosts, type PlannedPost, readBeginnings } from './store.ts'

/** The past and future that a calendar shows. A post may be scheduled two years ahead. */
const pastMs = days(90)
const aheadMs = days(2 * 366)
const postsMax = 2_000
/** The number of upcoming runs to show: per rule, and for all rules together. */
const runsOfRuleMax = 30
const runsMax = 2_000

/**
 * Reads the calendar of a feed: posts with a time, upcoming runs of recurring rules, and notes. With a label, only what
 * has it.
 */
export async function readCalendar(deps: PlanningDeps, token: string, label?: string): Promise<string> {
  const { db, clock } = deps
  const profile = (await findFeedProfile(db, hashFeedToken(token))) ?? refuse('calendar_feed_not_found')
  const now = clock.now()
  const span = { from: before(now, pastMs), to: after(now, aheadMs), now, most: postsMax }
  const labelNames = label === undefined ? null : await findLabelNames(db, [profile.id], label)
  const posts = await listPlannedPosts(db, profile.id, { ...span, labelNames })
  const marked = posts.map((post) => ({ ...post, profileId: profile.id }))
  const markOf = await readApprovalMarks(deps, db, marked)
  const notes = await listNotes(db, profile.id, span, label)
  const entries = [
    ...posts.map((post) => entryOfPost(post, markOf(post.id))),
    ...(await listRuns(db, profile.id, labelNames)),
    ...notes.map(entryOfNote),
  ]
  return writeCalendar(profile.name, entries)
}

/** A draft has its own state. Only a post that would be published at its time says that it needs an approval. */
function entryOfPost(post: PlannedPost, { needsApproval, approvalStep }: ApprovalMark): CalendarEntry {
  const { id, status, title, content, at, version, updatedAt, networks } = post
  const isBlocked = needsApproval && status !== 'draft'
  const note = `Needs approval${approvalStep ? `: ${approvalStep.name}` : ''}. Not published before it is approved.`
  return {
    uid: `${toWire('post', id)}@posthorn`,
    // An approval does not change the version of the post.
    sequence: version * 2 + (isBlocked ? 0 : 1),
    at,
    changedAt: updatedAt,
    summary: `${isBlocked ? 'Needs approval: ' : ''}${summarize(title ?? content)}`,
    description: isBlocked ? `${note}\n\n${content}` : content,
    status: status === 'draft' || isBlocked ? 'TENTATIVE' : status === 'failed' ? 'CANCELLED' : 'CONFIRMED',
    categories: [status, ...(isBlocked ? ['needs approval'] : []), ...networks],
  }
}

async function listNotes(db: Db, profileId: ProfileId, { from, to }: { from: Date; to: Date }, label?: string) {
  const period = { from: utcDay(from), to: utcDay(to), after: null, limit: caps.calendarNotesOfProfile }
  const notes = await listNoteRows(db, profileId, period)
  if (label === undefined) return notes
  const [named] = await resolveLabels(db, profileId, [], [label])
  return notes.filter(({ labelId }) => named !== undefined && labelId === named.id)
}

const entryOfNote = ({ id, text, fromDate, toDate, version, updatedAt }: NoteRow): CalendarEntry => ({
  uid: `${toWire('note', id)}@posthorn`,
  sequence: version,
  at: { fromDate, toDate },
  changedAt: updatedAt,
  summary: summarize(text),
  description: text,
  status: 'CONFIRMED',
  categories: ['note'],
})

async function listRuns(db: Db, profileId: ProfileId, labelNames: readonly string[] | null): Promise<CalendarEntry[]> {
  const active = (await listRulesOfProfile(db, profileId)).filter(isActive)
  const texts = await readBeginnings(
    db,
    active.flatMap(({ postId }) => postId ?? []),
    labelNames,
  )
  const shown = active.filter(({ postId }) => labelNames === null || (postId !== null && texts.has(postId)))
  const rules = await withExceptions(db, shown)
  const runs = await mergeRuns(rules, { most: runsMax, mostOfEach: runsOfRuleMax })
  return runs.map(({ rule, at, runsAt }) => {
    const content = (rule.postId && texts.get(rule.postId)) ?? ''
    return {
      uid: `${toWire('rec', rule.id)}-${at.getTime()}@posthorn`,
      sequence: countChanges(rule),
      at: runsAt,
      changedAt: rule.updatedAt,
      summary: summarize(rule.name ?? content),
      description: content,
      status: 'CONFIRMED' as const,
      categories: ['recurring'],
    }
  })
}

/** A rule has no version, but the seconds from its creation to its last change also increase with each change. */
const countChanges = ({ createdAt, updatedAt }: Rule): number =>
  Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1_000)

/** Returns the first line of a text, shortened. */
function summarize(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n]/, 1)
  return line === '' ? 'Post' : shorten(line, 80)
}

/** Writes iCalendar (RFC 5545). The same entries give the same bytes. */
interface CalendarEntry {
  readonly uid: string
  /** Increases whenever the entry changes. */
  readonly sequence: number
  /** A time, or the first and the last day of an all-day entry. */
  readonly at: Date | { readonly fromDate: string; readonly toDate: string }
  readonly changedAt: Date
  readonly summary: string
  readonly description: string
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  readonly categories: readonly string[]
}

const refreshEvery = 'PT1H'
/** Short enough to keep a day readable, long enough to be visible. */
const shownDuration = 'PT15M'
const lineMaxBytes = 75

/** Writes a calendar. Times are in UTC, so they need no time zone rules and stay correct when clocks change. */
async function writeCalendar(name: string, entries: readonly CalendarEntry[]): Promise<string> {
  const turn = takeTurns()
  const parts = [writeLines(writeHead(name))]
  for (const entry of entries) {
    await turn()
    parts.push(writeLines(writeEntry(entry)))
  }
  return [...parts, writeLines(['END:VCALENDAR'])].join('')
}

const writeLines = (lines: readonly string[]): string => lines.map((line) => `${foldLine(line)}\r\n`).join('')

const writeHead = (name: string): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Posthorn//Posthorn//EN',
  'CALSCALE:GREGORIAN',
  'METHOD:PUBLISH',
  `NAME:${escapeText(name)}`,
  `X-WR-CALNAME:${escapeText(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:${refreshEvery}`,
  `X-PUBLISHED-TTL:${refreshEvery}`,
]

const writeEntry = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.uid}`,
  `DTSTAMP:${writeTime(entry.changedAt)}`,
  `LAST-MODIFIED:${writeTime(entry.changedAt)}`,
  `SEQUENCE:${entry.sequence}`,
  ...writeSpan(entry.at),
  `SUMMARY:${escapeText(entry.summary)}`,
  ...(entry.description === '' ? [] : [`DESCRIPTION:${escapeText(entry.description)}`]),
  `STATUS:${entry.status}`,
  // A post does not block time in the calendar.
  'TRANSP:TRANSPARENT',
  ...(entry.categories.length === 0 ? [] : [`CATEGORIES:${entry.categories.map(escapeText).join(',')}`]),
  'END:VEVENT',
]

const writeSpan = (at: CalendarEntry['at']): string[] =>
  at instanceof Date
    ? [`DTSTART:${writeTime(at)}`, `DURATION:${shownDuration}`]
    : // The end is the first day that no longer belongs to the entry.
      [`DTSTART;VALUE=DATE:${writeDay(at.fromDate)}`, `DTEND;VALUE=DATE:${writeDay(addDays(at.toDate, 1))}`]

/** Writes `20261201`. */
const writeDay = (day: string): string => day.replaceAll('-', '')

/** Writes `20261201T080000Z`. */
const writeTime = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar may not contain them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

/** Folds a line after at most 75 octets, but never inside a character. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= lineMaxBytes) return line
  let folded = ''
  let used = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (used + size > lineMaxBytes) {
      folded += '\r\n '
      used = 1
    }
    folded += character
    used += size
  }
  return folded
}
