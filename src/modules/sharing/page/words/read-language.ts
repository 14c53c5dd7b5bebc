import { de } from './de.ts'
import { en, type Words } from './en.ts'

const languages: Readonly<Record<string, Words>> = { en, de }

/** Returns the words in the language that a browser prefers among ours, or in English. */
export function wordsFor(acceptLanguage: string | undefined): Words {
  const wanted = (acceptLanguage ?? '').split(',').map(readRange)
  const [best] = wanted
    .filter(({ language, weight }) => weight > 0 && Object.hasOwn(languages, language))
    .sort((one, other) => other.weight - one.weight)
  return languages[best?.language ?? 'en'] ?? en
}

function readRange(range: string): { readonly language: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
  return { language: tag.split('-', 1)[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 }
}
