import { lineAt } from '../scan.ts'
import type { Tree } from '../tree.ts'
import { type Phrase, phrases } from './banned-phrases.ts'
import { isRead } from './not-read.ts'
import { type Prose, proseOfCode, proseOfText } from './prose.ts'

export interface Place {
  readonly phrase: Phrase
  readonly file: string
  readonly line: number
  readonly found: string
}

/** Any of the phrases, in any case: one pass over all prose instead of one for each phrase. */
const anyPhrase = `(?:\\b|^)(?:${phrases.map(({ pattern }) => pattern.source.replace(/^\\b|^\^/, '')).join('|')})`
const hasAny = new RegExp(anyPhrase, 'i')
const eachPhrase = new RegExp(anyPhrase, 'gi')

/** The patterns of the phrases, to test at the places that `any` found. */
const exact = phrases.map((phrase) => ({
  phrase,
  pattern: new RegExp(phrase.pattern.source, phrase.pattern.flags.replace('g', 'y')),
}))

/** Finds every place of a banned phrase in the prose of a tree. */
export function findPhrases(tree: Tree): Place[] {
  return [
    ...tree.files.flatMap((file) => placesIn(file.path, file.source, proseOfCode(file))),
    ...tree.texts.flatMap((file) => placesIn(file.path, file.source, proseOfText(file))),
  ]
}

const placesIn = (file: string, source: string, prose: readonly Prose[]): Place[] =>
  prose
    .filter(({ kind, text }) => hasAny.test(text) && isRead(file, kind))
    .flatMap(({ at, text }) =>
      [...text.matchAll(eachPhrase)].flatMap((match): Place[] => {
        const from = at + match.index
        const phrase = phraseAt(text, match.index)
        if (phrase === null || !isTogether(source.slice(from, from + match[0].length))) return []
        return [{ phrase, file, line: lineAt(source, from), found: match[0].replace(/\s+/g, ' ').trim() }]
      }),
    )

function phraseAt(text: string, at: number): Phrase | null {
  const found = exact.find(({ pattern }) => {
    pattern.lastIndex = at
    return pattern.test(text)
  })
  return found?.phrase ?? null
}

/** False for two comments that form a phrase only together, with code between them. */
const isTogether = (written: string): boolean =>
  written.split('\n').every((line) => /^\s*(?:\/\/|\*)?[^;{}()=]*$/.test(line))
