import { inTx, type Tx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { drawSvg } from '#infra/media-worker/index.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, hours } from '#kernel/clock.ts'
import { Refusal } from '#kernel/errors.ts'
import { type InEvery, languageOf } from '#kernel/language.ts'
import { pageOf } from '#kernel/pages.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { readOverview } from '../reading/actions/read-overview.ts'
import { mondaysAround, weekBefore } from './mondays.ts'
import { type DueReport, deleteReport, insertRun, lockDueReport, setNextReport } from './store.ts'
import { buildUnsubscribeUrl } from './unsubscribe.ts'

const retryMs = hours(1)

/** Sends the reports that are due, one per transaction, on any number of nodes. */
export async function sendReports(deps: AnalyticsDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await sendNext(deps)));
}

/**
 * Sends one report. A report that fails is retried later and does not hold up the others. Returns false if none is due.
 */
async function sendNext(deps: AnalyticsDeps): Promise<boolean> {
  let report = undefined as DueReport | undefined
  try {
    await inTx(deps.db, async (tx) => {
      report = await lockDueReport(tx)
      if (report) await sendReport(deps, tx, report)
    })
  } catch (error) {
    if (!report || isDatabaseAway(error)) throw error
    const { uid, profileId } = report
    deps.log.error(
      { event: 'analytics.report_failed', err: error, uid, profileId },
      'Weekly report could not be created',
    )
    await setNextReport(deps.db, report, after(deps.clock.now(), retryMs))
  }
  return report !== undefined
}

async function sendReport(deps: AnalyticsDeps, tx: Tx, report: DueReport): Promise<void> {
  const { latest, next } = mondaysAround(deps.clock.now(), report.timezone)
  await setNextReport(tx, report, next.at)
  // The time zone may have changed since: this Monday may still be ahead, or its report may already be sent.
  if (latest.at < report.since) return
  try {
    const week = await readWeek(deps, tx, report, latest.date)
    const { email } = report
    const isSent = email !== null && hasSomethingToSay(week.now)
    if (!(await insertRun(tx, report, { monday: latest.date, isSent })) || !isSent) return
    const unsubscribeUrl = buildUnsubscribeUrl(deps, report)
    await queueMail(deps, tx, {
      to: email,
      locale: report.locale,
      template: 'weekly-report',
      values: {
        ...describeWeek(report, week, latest.date),
        link: pageOf(deps.config, report.profileId, 'analytics'),
        url: deps.config.publicUrl,
        unsubscribeUrl,
      },
      images: { chart: await drawChart(week.now.dailyTrend.map(reactionsOf)) },
      unsubscribeUrl,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The person may no longer see the profile.
    await deleteReport(tx, report)
  }
}

type Overview = Awaited<ReturnType<typeof readOverview>>
interface Week {
  readonly now: Overview
  readonly before: Overview
}

/** Reads the week before a Monday, and the one before that, as this person sees them. */
async function readWeek(deps: AnalyticsDeps, tx: Tx, report: DueReport, monday: string): Promise<Week> {
  const { uid, plan, profileId, timezone } = report
  const caller: Caller = {
    kind: 'user',
    uid,
    role: 'user',
    plan,
    keyId: null,
    scopes: null,
    onlyProfiles: null,
    signedInAt: null,
    sessionId: null,
    requestId: 'weekly-report',
  }
  const read = (weeksEarlier: number) =>
    readOverview({ ...deps, db: tx }, caller, {
      profileId,
      granularity: 'day',
      timezone,
      ...weekBefore(monday, weeksEarlier),
    })
  return { now: await read(0), before: await read(1) }
}

const reactionsOf = ({ likes, comments, shares }: { likes: number; comments: number; shares: number }): number =>
  likes + comments + shares

const hasSomethingToSay = ({ totalPosts, gained }: Overview): boolean =>
  totalPosts > 0 || gained.views !== 0 || reactionsOf(gained) !== 0

/** Returns the values of the email. Gains are compared with the previous week. */
function describeWeek({ name, profile, locale }: DueReport, { now, before }: Week, monday: string) {
  const { startDate, endDate } = weekBefore(monday)
  const language = languageOf(locale)
  const compare = (value: number, earlier: number): string =>
    `${value.toLocaleString(language)}${changeFrom(earlier, value)}`
  const best = now.topPosts[0]
  return {
    name,
    profile,
    from: startDate,
    to: endDate,
    posts: compare(now.totalPosts, before.totalPosts),
    views: compare(now.gained.views, before.gained.views),
    likes: compare(now.gained.likes, before.gained.likes),
    comments: compare(now.gained.comments, before.gained.comments),
    shares: compare(now.gained.shares, before.gained.shares),
    best: best ? best.content : nothingPublished[language],
    peak: String(Math.max(0, ...now.dailyTrend.map(reactionsOf))),
  }
}

const nothingPublished: InEvery<string> = {
  en: 'Nothing published this week.',
  de: 'In dieser Woche wurde nichts veröffentlicht.',
  es: 'Esta semana no se publicó nada.',
  fr: 'Rien n’a été publié cette semaine.',
}

function changeFrom(before: number, now: number): string {
  if (before <= 0) return ''
  const percent = Math.round(((now - before) / before) * 100)
  return ` (${percent >= 0 ? '+' : ''}${percent}%)`
}

const size = { width: 560, height: 180, gap: 14 }

/**
 * Draws a bar for each day as a PNG. The chart has no text, since a server may have no fonts. The email describes it.
 */
function drawChart(values: readonly number[]): Promise<Buffer> {
  const most = Math.max(1, ...values)
  const width = (size.width - size.gap) / Math.max(1, values.length) - size.gap
  const bars = values.map((value, nth) => {
    const height = Math.max(2, (Math.max(0, value) / most) * (size.height - 24))
    const x = size.gap + nth * (width + size.gap)
    const color = value === most ? '#3f70dc' : '#a9bfee'
    return `<rect x="${x}" y="${size.height - 8 - height}" width="${width}" height="${height}" rx="4" fill="${color}"/>`
  })
  return drawSvg(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    ${bars.join('')}<rect y="${size.height - 8}" width="100%" height="2" fill="#9399a1"/></svg>`)
}
