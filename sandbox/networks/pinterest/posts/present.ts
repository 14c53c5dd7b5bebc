import { countsOf } from '../figures/metrics.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Person, Pin } from '../state/records.ts'

export function shownPin(platform: Platform, caller: Person, pin: Pin, withMetrics: boolean): object {
  const { id, at, link, title, description, altText, board, section, media, note, dominantColor, person } = pin
  const [first] = media
  const kind = media.length > 1 ? 'multiple_images' : (first?.kind ?? 'image')
  return {
    id,
    // UTC, written without a time zone.
    created_at: at.toISOString().slice(0, 19),
    link,
    title,
    description,
    alt_text: altText,
    note: person === caller ? (note ?? '') : undefined,
    dominant_color: dominantColor ?? '#6e7874',
    creative_type: first?.kind === 'video' ? 'VIDEO' : media.length > 1 ? 'CAROUSEL' : 'REGULAR',
    board_id: board.id,
    board_section_id: section?.id ?? null,
    board_owner: { username: usernameOf(board.owner) },
    parent_pin_id: null,
    is_owner: person === caller,
    is_standard: false,
    has_been_promoted: false,
    media: { media_type: kind, images: first ? sizesOf(first) : {} },
    pin_metrics: withMetrics ? metricsOf(platform, pin) : null,
  }
}

const sizesOf = ({ url, width, height }: Pin['media'][number]) => ({
  '150x150': { width: 150, height: 150, url },
  '400x300': { width: 400, height: 300, url },
  '600x': { width: 600, height: width === 0 ? 600 : Math.round((600 * height) / width), url },
  '1200x': { width: 1_200, height: width === 0 ? 1_200 : Math.round((1_200 * height) / width), url },
})

function metricsOf(platform: Platform, pin: Pin): object | null {
  const { metricsForBusinessOnly, environment, saveName } = platform.rules
  if (environment === 'sandbox' || (metricsForBusinessOnly && !pin.person.isBusiness)) return null
  const counts = countsOf(platform, pin)
  const common = {
    impression: counts.impressions,
    pin_click: counts.pinClicks,
    clickthrough: counts.outboundClicks,
    [saveName]: counts.saves,
  }
  return { '90d': common, lifetime_metrics: { ...common, reaction: counts.reactions, comment: counts.comments } }
}
