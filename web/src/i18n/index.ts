import { makeStore, useStore } from '#web/lib/store.ts'
import { en, type Messages } from './en/index.ts'

export type { Messages } from './en/index.ts'

/** Languages of the face. English is bundled; the others are loaded when they are chosen. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const key = 'posthorn.language'
/** A language of tests. Nobody is offered it. */
const pseudo = 'en-XA'
const loaders: Readonly<Record<Language | typeof pseudo, () => Promise<Messages>>> = {
  [pseudo]: async () => (await import('./pseudo.ts')).pseudoOf(en),
  en: () => Promise.resolve(en),
  de: async () => (await import('./de/index.ts')).de,
}

let language: Language | typeof pseudo = 'en'
const messages = makeStore<Messages>(en)

export const isLanguage = (text: string | null | undefined): text is Language => text != null && text in languages

/** Loads the language that was chosen before, or that the browser prefers. Runs before the first render. */
export async function startLanguage(): Promise<void> {
  if (await startTestLanguage()) return
  const kept = localStorage.getItem(key)
  await chooseLanguage(
    isLanguage(kept) ? kept : (navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'),
  )
}

/** For tests, an address may ask for the pseudo-language or for a page from right to left, until its tab is closed. */
async function startTestLanguage(): Promise<boolean> {
  const asked = new URLSearchParams(location.search)
  for (const name of ['lang', 'dir']) {
    const value = asked.get(name)
    if (value !== null) sessionStorage.setItem(`posthorn.test.${name}`, value)
  }
  if (sessionStorage.getItem('posthorn.test.dir') === 'rtl') document.documentElement.dir = 'rtl'
  if (sessionStorage.getItem('posthorn.test.lang') !== pseudo) return false
  await speak(pseudo)
  return true
}

export async function chooseLanguage(next: Language): Promise<void> {
  localStorage.setItem(key, next)
  await speak(next)
}

async function speak(next: Language | typeof pseudo): Promise<void> {
  const loaded = await loaders[next]()
  language = next
  document.documentElement.lang = next
  messages.write(loaded)
}

export const currentLanguage = (): string => language

/** The messages in the language of the reader. */
export const useMessages = (): Messages => useStore(messages)
