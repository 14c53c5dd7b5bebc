import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { PostPreview } from '../schema.ts'
import type { PageWords } from './words.ts'

/** Describes what happens to the post, in the time zone of its profile. */
export function describeState({ status, timezone, expiresAt, ...times }: PostPreview, say: PageWords): string {
  const formatted = (at: Date) => format(at, { locale: say.locale, zone: timezone ?? 'UTC' })
  const ends = expiresAt ? `<span>${say.worksUntil(formatted(expiresAt))}</span>` : ''
  return `<p class="state">${chipOf(status, say)}${sentenceOf({ status, ...times }, say, formatted)}${ends}</p>`
}

function chipOf(status: string, { states }: PageWords): string {
  if (status === 'published' || status === 'partial') return `<span class="chip good">${states.published}</span>`
  if (status === 'draft') return `<span class="chip">${states.draft}</span>`
  if (status === 'failed' || status === 'unknown') return `<span class="chip">${states.failed}</span>`
  return `<span class="chip">${status === 'scheduled' ? states.scheduled : states.goingOut}</span>`
}

function sentenceOf(
  { status, scheduledAt, publishedAt }: Pick<PostPreview, 'status' | 'scheduledAt' | 'publishedAt'>,
  say: PageWords,
  formatted: (at: Date) => string,
): string {
  if (publishedAt) return `<span>${formatted(publishedAt)}</span>`
  if (!scheduledAt) return ''
  const time = formatted(scheduledAt)
  return `<span>${status === 'draft' ? say.plannedFor(time) : time}</span>`
}

export const format = (at: Date, { locale, zone }: { readonly locale: string; readonly zone: string }): string =>
  `<time datetime="${at.toISOString()}">${escapeHtml(
    new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(at),
  )}</time>`
