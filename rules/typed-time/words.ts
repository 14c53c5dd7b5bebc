import { languages } from '../languages/languages.ts'

/** Words for times, in every language of the web app: people who use it in one language often type in another. */

export const fillers = new Set([
  ...['at', 'on', 'the', 'oclock', "o'clock", 'of', 'and'],
  ...['um', 'den', 'uhr', 'von', 'und'],
  ...['al', 'el', 'la', 'las', 'los', 'de', 'del', 'por', 'y'],
  ...['à', 'le', 'au', 'du', 'et'],
])

/** Words that begin a distance: "in 2 h". */
export const distanceWords = new Set(['in', 'en', 'dentro', 'dans'])

/** Signs that may follow an hour: "18 h". */
export const hourSigns = new Set(['h', 'hs', 'horas', 'heure', 'heures'])

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
  ['hoy', 0],
  ['mañana', 1],
  ['manana', 1],
  ['aujourd’hui', 0],
  ["aujourd'hui", 0],
  ['demain', 1],
])

export const nextWords = new Set([
  'next',
  ...['nächste', 'nächsten', 'nächster', 'naechsten', 'kommenden'],
  ...['próximo', 'próxima', 'proximo', 'proxima'],
  ...['prochain', 'prochaine'],
])

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
  ['mañana', '09:00'],
  ['manana', '09:00'],
  ['mediodía', '12:00'],
  ['mediodia', '12:00'],
  ['tarde', '15:00'],
  ['noche', '20:00'],
  ['matin', '09:00'],
  ['midi', '12:00'],
  ['après-midi', '15:00'],
  ['soir', '18:00'],
])

const numberWords: ReadonlyMap<string, number> = new Map(
  ['a', 'an', 'one', 'ein', 'eine', 'einer', 'einem', 'einen', 'un', 'una', 'uno', 'une'].map(
    (word) => [word, 1] as const,
  ),
)
export const readNumber = (word: string): number | null =>
  numberWords.get(word) ?? (/^\d{1,3}$/.test(word) ? Number(word) : null)

type Unit = 'minute' | 'hour' | 'day' | 'week'
const units: readonly (readonly [Unit, RegExp])[] = [
  ['minute', /^(?:m|min|mins|minutes?|minuten|minutos?)$/],
  ['hour', /^(?:h|hrs?|hours?|std|stunden?|hs|horas?|heures?)$/],
  ['day', /^(?:d|days?|tage?n?|d[ií]as?|jours?)$/],
  ['week', /^(?:w|weeks?|wochen?|semanas?|semaines?)$/],
]
export const readUnit = (word: string): Unit | null => units.find(([, pattern]) => pattern.test(word))?.[0] ?? null

/** A Sunday, from which weekdays are counted. */
const sunday = Date.UTC(2026, 10, 1)
const dayMs = 86_400_000

/** Names by their language and then by their number, in lower case. */
type Names = readonly (readonly string[])[]

const namesOf = (options: Intl.DateTimeFormatOptions, times: readonly number[]): Names =>
  Object.keys(languages).map((language) => {
    const formatter = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return times.map((time) => formatter.format(time).toLowerCase())
  })

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

/**
 * Finds the name that a word is the beginning of, in the first language that has such a name: "do" is Donnerstag, and
 * "dom" is domingo. Null if several names of that language begin like it. Accents may be left out: "mie" is miércoles.
 */
function findByStart(names: Names, word: string, least: number): number | null {
  if (word.length < least) return null
  for (const all of names) {
    const found = all.flatMap((name, nth) => (name.startsWith(word) || plain(name).startsWith(word) ? [nth] : []))
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null
  }
  return null
}

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Returns the weekday that a word names or begins: 0 is Sunday. */
export const readWeekday = (word: string): number | null => findByStart(weekdays(), word, 2)

/** Returns the month that a word names or begins: 0 is January. */
export const readMonth = (word: string): number | null => findByStart(months(), word, 3)
