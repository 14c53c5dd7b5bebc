import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { Doubt, ReadCall } from '#connectors/connector.ts'
import { earliestMs, type NotFound, plainText } from '#connectors/search/search.ts'
import { id } from '../api.ts'
import type { Grant } from '../auth/grant.ts'

/**
 * The search for a pin whose response was lost: the pins on the board since the first attempt are compared with the
 * text that was sent. Pinterest does not document the order, so a pin is absent only if the list was read to its end,
 * or is sorted by time and reached back past the attempt.
 */

const pageSize = 250
const pagesMax = 5

const text = z.string().nullish()
const pin = z.object({
  id,
  // Times have no time zone; they are in UTC.
  created_at: z.string().transform((at) => Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(at) ? at : `${at}Z`)),
  title: text,
  description: text,
  link: text,
  alt_text: text,
  board_id: text,
})
type Pin = z.output<typeof pin>
const page = z.object({ items: z.array(pin), bookmark: z.string().nullish() })

type Words = Readonly<Record<string, string>>

export async function findPin(
  call: ReadCall<Grant>,
  words: Words,
  { first, ours }: Pick<Doubt, 'first' | 'ours'>,
): Promise<string | NotFound> {
  const sinceMs = earliestMs(first)
  const { pins, isWhole } = await readRecent(call, listOf(words), sinceMs)
  const mine: Pin[] = []
  // A pin with an unreadable time is not ruled out.
  for (const one of pins) if (!(one.created_at < sinceMs) && isLike(one, words) && (await ours(one.id))) mine.push(one)
  const exact = mine.filter(({ link }) => plain(link) === plain(words.link))
  const [one] = exact
  if (one && exact.length === 1) return one.id
  return mine.length > 0 || !isWhole ? 'unsure' : 'absent'
}

/** True if a pin matches. Pinterest may rewrite a link, so only the presence of one is compared. */
const isLike = (pin: Pin, words: Words): boolean =>
  plain(pin.title) === plain(words.title) &&
  plain(pin.description) === plain(words.description) &&
  ((pin.link ?? '') === '') === (words.link === undefined) &&
  ((pin.alt_text ?? '') === '' || plain(pin.alt_text) === plain(words.alt_text))

const plain = (text: string | null | undefined): string => plainText(text ?? '')

/** Returns the path of the list that has the pin. A board's list may lack its sections' pins. */
const listOf = ({ board_id: board = '', board_section_id: section }: Words) =>
  section === undefined
    ? ({ name: 'getBoardPins', path: `/boards/${board}/pins` } as const)
    : ({ name: 'getSectionPins', path: `/boards/${board}/sections/${section}/pins` } as const)

/** Reads a list's pins, back to the time in question. */
async function readRecent({ http, grant }: ReadCall<Grant>, list: ReturnType<typeof listOf>, sinceMs: number) {
  const pins: Pin[] = []
  const query = new URLSearchParams({ page_size: String(pageSize) })
  for (let at = 0; at < pagesMax; at += 1) {
    const { items, bookmark } = readAnswer(
      await sendJson(http, {
        name: list.name,
        method: 'GET',
        path: `${list.path}?${query}`,
        token: grant.accessToken,
        maxBytes: 8_000_000,
      }),
      page,
    )
    pins.push(...items)
    if (!bookmark) return { pins, isWhole: true }
    const last = items.at(-1)
    if (last && last.created_at < sinceMs && runsBack(pins)) return { pins, isWhole: true }
    query.set('bookmark', bookmark)
  }
  return { pins, isWhole: false }
}

const runsBack = (pins: readonly Pin[]): boolean =>
  pins.every(({ created_at }, at) => at === 0 || created_at <= (pins[at - 1]?.created_at ?? 0))
