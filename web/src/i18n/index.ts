import { browserStore, tabStore } from '#web/lib/browser/storage.ts'
import { makeStore, useStore } from '#web/lib/store.ts'
import { type Area, areaLoaders } from './areas.ts'
import { type AreaMessages, en, type FirstMessages, type Messages } from './en/index.ts'
import { isolateNames } from './isolate.ts'

export type { FirstMessages, Messages } from './en/index.ts'

/** Languages of the face. English is bundled, but for its areas; the others are loaded when they are chosen. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const key = 'posthorn.language'
/** A language of tests. Nobody is offered it. */
const pseudo = 'en-XA'
type Spoken = Language | typeof pseudo
const loaders: Readonly<Record<Spoken, () => Promise<FirstMessages>>> = {
  [pseudo]: async () => (await import('./pseudo.ts')).pseudoOf(en),
  en: () => Promise.resolve(en),
  de: async () => (await import('./de/index.ts')).de,
}

let language: Spoken = 'en'
const messages = makeStore<FirstMessages & Partial<AreaMessages>>(en)
const openAreas = new Set<Area>()

export const isLanguage = (text: string | null | undefined): text is Language => text != null && text in languages

/** Loads the language that was chosen before, or that the browser prefers. Runs before the first render. */
export async function startLanguage(): Promise<void> {
  if (await startTestLanguage()) return
  const kept = browserStore.read(key)
  await chooseLanguage(
    isLanguage(kept) ? kept : (navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'),
  )
}

/** For tests, an address may ask for the pseudo-language or for a page from right to left, until its tab is closed. */
async function startTestLanguage(): Promise<boolean> {
  const asked = new URLSearchParams(location.search)
  for (const name of ['lang', 'dir']) {
    const value = asked.get(name)
    if (value !== null) tabStore.write(`posthorn.test.${name}`, value)
  }
  if (tabStore.read('posthorn.test.dir') === 'rtl') document.documentElement.dir = 'rtl'
  if (tabStore.read('posthorn.test.lang') !== pseudo) return false
  await speak(pseudo)
  return true
}

export async function chooseLanguage(next: Language): Promise<void> {
  browserStore.write(key, next)
  await speak(next)
}

/** Loads the words of an area before its pages are drawn. From then on they follow the language of the reader. */
export async function openArea(area: Area): Promise<void> {
  if (messages.read()[area]) return
  openAreas.add(area)
  try {
    await speak()
  } catch (error) {
    // The other words of a language must not wait for an area that did not come.
    openAreas.delete(area)
    throw error
  }
}

let lastChange: Promise<void> = Promise.resolve()

/** Loads all words that are needed in a language, or in the present one. One change follows the other. */
function speak(next?: Spoken): Promise<void> {
  lastChange = lastChange.catch(() => {}).then(() => changeTo(next ?? language))
  return lastChange
}

async function changeTo(next: Spoken): Promise<void> {
  const areas = await Promise.all([...openAreas].map(async (area) => [area, await readArea(area, next)]))
  const loaded = { ...(await loaders[next]()), ...Object.fromEntries(areas) }
  language = next
  document.documentElement.lang = next
  messages.write(isolateNames(loaded))
}

async function readArea<Name extends Area>(area: Name, spoken: Spoken): Promise<Messages[Name]> {
  if (spoken !== pseudo) return await areaLoaders[area][spoken]()
  const { pseudoOf } = await import('./pseudo.ts')
  return pseudoOf(await areaLoaders[area].en())
}

export const currentLanguage = (): string => language

/** The messages at this moment, for functions that a component calls while it draws. */
export const currentMessages = (): FirstMessages => messages.read()

/** The messages in the language of the reader: those of every page, and those of the area that the page belongs to. */
export function useMessages(): FirstMessages
export function useMessages<Name extends Area>(area: Name): FirstMessages & Pick<AreaMessages, Name>
export function useMessages(area?: Area): FirstMessages {
  const spoken = useStore(messages)
  if (area && !spoken[area]) throw new Error(`The words of the area ${area} are not loaded.`)
  return spoken
}
