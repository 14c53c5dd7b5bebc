import { isLanguage, type Language } from '#rules/languages/languages.ts'
import { browserStore, tabStore } from '#web/lib/browser/storage.ts'
import { makeStore, useStore } from '#web/lib/store.ts'
import type { Area, AreaLoaders } from './areas.ts'
import { frame } from './en/frame.ts'
import type { AreaMessages, FirstMessages, FrameMessages } from './en/index.ts'
import { isolateNames } from './isolate.ts'

export { type Language, languages } from '#rules/languages/languages.ts'
export type { FrameMessages } from './en/index.ts'

const key = 'posthorn.language'
/** A language for tests, which is not offered to users. */
const pseudo = 'en-XA'
type Spoken = Language | typeof pseudo
/** English comes with the code that shows it; the others are loaded when they are chosen. */
const loaders: Readonly<Record<Spoken, () => Promise<LoadedMessages>>> = {
  [pseudo]: async () => (await import('./pseudo.ts')).pseudoOf((await import('./en/index.ts')).en),
  en: () => Promise.resolve(frame),
  de: async () => (await import('./de/index.ts')).de,
  es: async () => (await import('./es/index.ts')).es,
  fr: async () => (await import('./fr/index.ts')).fr,
}

/** The texts of pages are missing in English, which the pages bring along. */
export type LoadedMessages = FrameMessages & Partial<FirstMessages & AreaMessages>

let language: Spoken = 'en'
const messages = makeStore<LoadedMessages>(frame)
const openAreas = new Map<Area, AreaLoaders<Area>>()

/** Loads the language that was chosen before, or that the browser prefers. Runs before the first render. */
export async function startLanguage(): Promise<void> {
  if (await startTestLanguage()) return
  const kept = browserStore.read(key)
  await chooseLanguage(
    isLanguage(kept) ? kept : (navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'),
  )
}

/** For tests, a URL can request the pseudo-language or a right-to-left page, until its tab is closed. */
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

/** Loads the texts of an area before its pages are rendered. From then on, they follow the reader's language. */
export async function openArea<Name extends Area>(area: Name, texts: AreaLoaders<Name>): Promise<void> {
  if (messages.read()[area]) return
  openAreas.set(area, texts)
  try {
    await speak()
  } catch (error) {
    // The other texts of a language must not wait for an area that failed to load.
    openAreas.delete(area)
    throw error
  }
}

let lastChange: Promise<void> = Promise.resolve()

/**
 * Loads all texts that are needed in a language, by default the current one. Changes are applied one after the other.
 */
function speak(next?: Spoken): Promise<void> {
  lastChange = lastChange.catch(() => {}).then(() => changeTo(next ?? language))
  return lastChange
}

async function changeTo(next: Spoken): Promise<void> {
  const areas = await Promise.all([...openAreas].map(async ([area, texts]) => [area, await readArea(texts, next)]))
  const loaded = { ...(await loaders[next]()), ...Object.fromEntries(areas) }
  language = next
  document.documentElement.lang = next
  messages.write(isolateNames(loaded))
}

async function readArea(texts: AreaLoaders<Area>, spoken: Spoken): Promise<AreaMessages[Area]> {
  if (spoken !== pseudo) return await texts[spoken]()
  const { pseudoOf } = await import('./pseudo.ts')
  return pseudoOf(await texts.en())
}

export const currentLanguage = (): string => language

/** The texts that are loaded, in the reader's language. */
export const useLoadedMessages = (): LoadedMessages => useStore(messages)

export const readLoadedMessages = (): LoadedMessages => messages.read()

/** The messages of the frame in the reader's language. Everything in the first script uses these. */
export const useFrameMessages = (): FrameMessages => useLoadedMessages()
