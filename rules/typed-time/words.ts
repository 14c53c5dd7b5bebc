/** Words for times, in every language of the web app: people who use it in one language often type in another. */

export const fillers = new Set(['at', 'on', 'the', 'um', 'den', 'uhr', 'oclock', "o'clock", 'von', 'of', 'and', 'und'])

/** Words for a day, by its distance in days. */
export const dayWords: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['heute', 0],
  ['tonight', 0],
  ['tomorrow', 1],
  ['tmrw', 1],
  ['tmr', 1],
  ['morgen', 1],
  ['overmorrow', 2],
  ['übermorgen', 2],
])

export const nextWords = new Set(['next', 'nächste', 'nächsten', 'nächster', 'naechsten', 'kommenden'])

/** Words for a time of day. */
export const clockWords: ReadonlyMap<string, string> = new Map([
  ['morning', '09:00'],
  ['früh', '09:00'],
  ['vormittag', '10:00'],
  ['noon', '12:00'],
  ['midday', '12:00'],
  ['mittag', '12:00'],
  ['afternoon', '15:00'],
  ['nachmittag', '15:00'],
  ['evening', '18:00'],
  ['abend', '18:00'],
])

const numberWords: ReadonlyMap<string, number> = new Map(
  ['a', 'an', 'one', 'ein', 'eine', 'einer', 'einem', 'einen'].map((word) => [word, 1] as const),
)
export const readNumber = (word: string): number | null =>
  numberWords.get(word) ?? (/^\d{1,3}$/.test(word) ? Number(word) : null)

type Unit = 'minute' | 'hour' | 'day' | 'week'
const units: readonly (readonly [Unit, RegExp])[] = [
  ['minute', /^(?:m|min|mins|minutes?|minuten)$/],
  ['hour', /^(?:h|hrs?|hours?|std|stunden?)$/],
  ['day', /^(?:d|days?|tage?n?)$/],
  ['week', /^(?:w|weeks?|wochen?)$/],
]
export const readUnit = (word: string): Unit | null => units.find(([, pattern]) => pattern.test(word))?.[0] ?? null

const languages = ['en', 'de']
/** A Sunday, from which weekdays are counted. */
const sunday = Date.UTC(2026, 10, 1)
const dayMs = 86_400_000

const namesOf = (options: Intl.DateTimeFormatOptions, times: readonly number[]): readonly (readonly string[])[] =>
  times.map((time) =>
    languages.map((language) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(time).toLowerCase(),
    ),
  )

// Created for the first word: formatters are too slow for a start or a page load.
const weekdays = makeOnce(() =>
  namesOf(
    { weekday: 'long' },
    Array.from({ length: 7 }, (_, nth) => sunday + nth * dayMs),
  ),
)
const months = makeOnce(() =>
  namesOf(
    { month: 'long' },
    Array.from({ length: 12 }, (_, nth) => Date.UTC(2026, nth, 15)),
  ),
)

function makeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Finds the name that a word is the beginning of, if it is unique. */
function findByStart(names: readonly (readonly string[])[], word: string, least: number): number | null {
  if (word.length < least) return null
  const found = names.flatMap((all, nth) => (all.some((name) => name.startsWith(word)) ? [nth] : []))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Returns the weekday that a word names or begins: 0 is Sunday. */
export const readWeekday = (word: string): number | null => findByStart(weekdays(), word, 2)

/** Returns the month that a word names or begins: 0 is January. */
export const readMonth = (word: string): number | null => findByStart(months(), word, 3)
