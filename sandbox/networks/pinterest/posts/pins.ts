import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Caller, requireCaller } from '../auth/callers.ts'
import { countsOf } from '../figures/metrics.ts'
import { mediaOf } from '../media/source.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Person, Pin } from '../state/records.ts'
import { digits, neededText, objectIn, onlyKnown, paged, pageIn, textIn } from '../wire/input.ts'
import { invalid, no, trialWords } from '../wire/refusals.ts'
import { boardFor } from './boards.ts'
import { publish, unpublish } from './publish.ts'

const changing = ['boards:read', 'boards:write', 'pins:read', 'pins:write']
/** The size of a body with five base64 images and its other fields. */
const maxBytes = (imageBytes: number) => Math.ceil((imageBytes * 5 * 4) / 3) + 3_000_000

/** The routes that publish and delete posts. */
export function pinRoutes(platform: Platform): readonly Route[] {
  return [
    route(
      'POST',
      '/pins',
      'createPin',
      { ...writing, accepts: ['json'], maxBytes: () => maxBytes(platform.rules.maxImageBytes) },
      (incoming) => create(platform, incoming),
    ),
    route('GET', '/pins', 'getPins', withToken, (incoming) => {
      const caller = requireCaller(platform, incoming, ['boards:read', 'pins:read'])
      return listOf(platform, incoming, caller, caller.person.pins)
    }),
    route('GET', '/boards/:board/pins', 'getBoardPins', withToken, (incoming) => {
      const caller = requireCaller(platform, incoming, ['boards:read', 'pins:read'])
      const board = boardFor(platform, caller, digits(incoming.params.board ?? ''), 'read')
      const all = platform.rules.boardListsSections
      const pins = board.owner.pins.filter((pin) => pin.board === board && (all || pin.section === null))
      return listOf(platform, incoming, caller, pins)
    }),
    route('GET', '/boards/:board/sections/:section/pins', 'getSectionPins', withToken, (incoming) => {
      const caller = requireCaller(platform, incoming, ['boards:read', 'pins:read'])
      const board = boardFor(platform, caller, digits(incoming.params.board ?? ''), 'read')
      const wanted = digits(incoming.params.section ?? '')
      const section = board.sections.find(({ id }) => id === wanted)
      if (!section) return no(404, 2_031, `The board section ${wanted} was not found.`)
      const pins = board.owner.pins.filter((pin) => pin.board === board && pin.section === section)
      return listOf(platform, incoming, caller, pins)
    }),
    route('GET', '/pins/:id', 'getPin', withToken, (incoming) => {
      const caller = requireCaller(platform, incoming, ['boards:read', 'pins:read'])
      const pin = pinFor(platform, caller, incoming)
      return ok(shownPin(platform, caller.person, pin, withMetrics(incoming)))
    }),
    route('DELETE', '/pins/:id', 'deletePin', writing, (incoming) => {
      const caller = requireCaller(platform, incoming, changing)
      const pin = pinFor(platform, caller, incoming)
      if (pin.person !== caller.person) return no(403, 7, 'You are not permitted to access that resource.')
      unpublish(platform, pin)
      return { status: 204 }
    }),
  ]
}

const withMetrics = ({ query }: Incoming): boolean => query.get('pin_metrics') === 'true'

export function pinFor(platform: Platform, caller: Caller, { params }: Incoming): Pin {
  const pin = platform.pins.get(digits(params.id ?? ''))
  if (!pin) return no(404, 50, 'Pin not found.')
  boardFor(platform, caller, pin.board.id, 'read')
  return pin
}

function listOf(platform: Platform, incoming: Incoming, { person, grant }: Caller, pins: readonly Pin[]): Answer {
  const { rules, world } = platform
  const visible = pins.filter(
    ({ at, board }) =>
      at.getTime() + rules.listingLagMs <= world.clock.ms() &&
      (board.privacy !== 'SECRET' || grant.scopes.includes('pins:read_secret')),
  )
  const { items, bookmark } = paged(rules.newestFirst ? visible.toReversed() : visible, pageIn(incoming))
  return ok({ items: items.map((pin) => shownPin(platform, person, pin, withMetrics(incoming))), bookmark })
}

const known = [
  'board_id',
  'board_section_id',
  'title',
  'description',
  'link',
  'alt_text',
  'dominant_color',
  'parent_pin_id',
  'note',
  'media_source',
]

async function create(platform: Platform, incoming: Incoming): Promise<Answer> {
  const caller = requireCaller(platform, incoming, changing)
  const { rules } = platform
  if (rules.access === 'trial' && rules.environment === 'production') return no(403, rules.trialCode, trialWords)
  const fields = objectIn(incoming)
  onlyKnown(fields, known)
  const boardId = digits(neededText(fields, 'board_id'))
  const title = textIn(fields, 'title', 100)
  const description = textIn(fields, 'description', 800)
  const altText = textIn(fields, 'alt_text', 500)
  const link = linkIn(platform, textIn(fields, 'link', 2_048))
  const note = textIn(fields, 'note', 500)
  const dominantColor = textIn(fields, 'dominant_color', 7)
  if (dominantColor !== null && !/^#[0-9a-f]{6}$/i.test(dominantColor))
    return invalid(`'${dominantColor}' does not match '^#[0-9a-fA-F]{6}$'`)
  const board = boardFor(platform, caller, boardId, 'write')
  if (board.privacy === 'SECRET' && !caller.grant.scopes.includes('pins:write_secret'))
    return no(403, 3, "Not authorized to access board or Pin. Missing: ['pins:write_secret'].")
  if (board.readyAtMs > platform.world.clock.ms()) return no(404, 40, 'Board not found.')
  const wanted = textIn(fields, 'board_section_id', 40)
  const section = board.sections.find(({ id }) => id === wanted) ?? null
  if (wanted !== null && section === null) return no(404, 2_031, `The board section ${digits(wanted)} was not found.`)
  const media = await mediaOf(platform, caller.person, fields.media_source)
  const pin = publish(platform, caller.person, {
    board,
    section,
    title,
    description,
    altText,
    link,
    note,
    dominantColor,
    media,
  })
  return { status: rules.createdStatus, body: shownPin(platform, caller.person satisfies Person, pin, false) }
}

function linkIn({ rules }: Platform, link: string | null): string | null {
  if (link === null) return null
  const url = URL.parse(link)
  if (!url || !/^https?:$/.test(url.protocol)) return invalid(`'${link}' is not a valid link.`)
  if (rules.spamHosts.includes(url.hostname))
    return no(400, 2_409, 'Sorry! We blocked this link because it may lead to spam.')
  return link
}

function shownPin(platform: Platform, caller: Person, pin: Pin, withMetrics: boolean): object {
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
