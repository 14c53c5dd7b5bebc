import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { PostPreview } from '../schema.ts'

/** Says what becomes of the post, in the time zone of its profile. */
export function describeState({ status, scheduledAt, publishedAt, timezone, expiresAt }: PostPreview): string {
  const zone = timezone ?? 'UTC'
  const ends = expiresAt ? `<span>This link works until ${format(expiresAt, zone)}.</span>` : ''
  return `<p class="state">${chipOf(status)}${sentenceOf(status, scheduledAt, publishedAt, zone)}${ends}</p>`
}

function chipOf(status: string): string {
  if (status === 'published' || status === 'partial') return '<span class="chip good">Published</span>'
  if (status === 'draft') return '<span class="chip">Draft</span>'
  if (status === 'failed' || status === 'unknown') return '<span class="chip">Not published</span>'
  return `<span class="chip">${status === 'scheduled' ? 'Scheduled' : 'Going out'}</span>`
}

function sentenceOf(status: string, scheduledAt: Date | null, publishedAt: Date | null, zone: string): string {
  if (publishedAt) return `<span>${format(publishedAt, zone)}</span>`
  if (!scheduledAt) return ''
  return `<span>${status === 'draft' ? 'planned for ' : ''}${format(scheduledAt, zone)}</span>`
}

export const format = (at: Date, timeZone: string): string =>
  `<time datetime="${at.toISOString()}">${escapeHtml(
    new Intl.DateTimeFormat('en-GB', {
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
