import { useSyncExternalStore } from 'react'
import { en, type Messages } from './en/index.ts'

export type { Messages } from './en/index.ts'

/** Languages of the face. English is bundled; the others are loaded when they are chosen. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const key = 'posthorn.language'
const loaders: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de/index.ts')).de,
}

let language: Language = 'en'
let messages: Messages = en
const listeners = new Set<() => void>()

export const isLanguage = (text: string | null | undefined): text is Language => text != null && text in loaders

/** Loads the language that was chosen before, or that the browser prefers. Runs before the first render. */
export async function startLanguage(): Promise<void> {
  const kept = localStorage.getItem(key)
  await chooseLanguage(
    isLanguage(kept) ? kept : (navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'),
  )
}

export async function chooseLanguage(next: Language): Promise<void> {
  messages = await loaders[next]()
  language = next
  localStorage.setItem(key, next)
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}

export const currentLanguage = (): Language => language

/** The messages in the language of the reader. */
export function useMessages(): Messages {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => messages,
  )
}
