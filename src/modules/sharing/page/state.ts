import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { PostPreview } from '../schema.ts'
import type { Words } from './words/en.ts'

/** Says what becomes of the post, in the time zone of its profile. */
export function describeState(shared: PostPreview, words: Words): string {
  const { status, timezone, expiresAt } = shared
  const zone = timezone ?? 'UTC'
  const ends = expiresAt ? `<span>${words.worksUntil(format(expiresAt, zone, words))}</span>` : ''
  return `<p class="state">${chipOf(status, words)}${sentenceOf(shared, zone, words)}${ends}</p>`
}

function chipOf(status: string, { states }: Words): string {
  if (status === 'published' || status === 'partial') return `<span class="chip good">${states.published}</span>`
  if (status === 'draft') return `<span class="chip">${states.draft}</span>`
  if (status === 'failed' || status === 'unknown') return `<span class="chip">${states.failed}</span>`
  return `<span class="chip">${status === 'scheduled' ? states.scheduled : states.underWay}</span>`
}

function sentenceOf({ status, scheduledAt, publishedAt }: PostPreview, zone: string, words: Words): string {
  if (publishedAt) return `<span>${format(publishedAt, zone, words)}</span>`
  if (!scheduledAt) return ''
  const time = format(scheduledAt, zone, words)
  return `<span>${status === 'draft' ? words.plannedFor(time) : time}</span>`
}

export const format = (at: Date, timeZone: string, { locale }: Words): string =>
  `<time datetime="${at.toISOString()}">${escapeHtml(
    new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(at),
  )}</time>`
