import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { lineAt, scan } from '../../architecture/scan.ts'
import { banned as bannedFrench } from './banned-french.ts'
import { banned as bannedGerman } from './banned-german.ts'
import { banned as bannedSpanish } from './banned-spanish.ts'
import { findParts, type Span } from './language-parts.ts'

type Banned = typeof bannedGerman
const lists: Readonly<Record<string, Banned>> = { de: bannedGerman, es: bannedSpanish, fr: bannedFrench }

/** Files that are in one language throughout. */
const filesIn = (language: string): string[] =>
  listFiles([
    `web/src/i18n/${language}/**/*.ts`,
    `rules/languages/${language}/*.ts`,
    `src/modules/mail/templates/${language}/*.ts`,
  ])

/** Texts of the API or of networks in translated sentences. */
const isCode = (text: string): boolean => /^[\w./{}-]*$/.test(text) || /\{"active"/.test(text)

function findBanned(banned: Banned, path: string, spansOf: (code: string) => readonly Span[]): string[] {
  const source = readFileSync(path, 'utf8')
  const { code, strings } = scan(source)
  const spans = spansOf(code)
  return strings.flatMap(({ at, text: raw }) => {
    const text = raw
      .replaceAll(/\\u00a0/gi, '\u00A0')
      .replaceAll('\\n', '\n')
      .replaceAll(/\\u00AD|<[^>]*>|\{\{\w+\}\}/g, '')
    if (isCode(text) || !spans.some(([from, to]) => from <= at && at < to)) return []
    return banned.flatMap(([pattern, use]) =>
      pattern.test(text) ? [`${path}:${lineAt(source, at)}: “${text}” (better: ${use})`] : [],
    )
  })
}

const listFiles = (globs: readonly string[]): string[] =>
  globs.flatMap((glob) => globSync(glob)).filter((path) => !/\.test\.ts$|\/tests\//.test(path))

for (const [language, banned] of Object.entries(lists))
  test(`${language}: no text has a phrase that betrays a translation`, () => {
    const whole = filesIn(language)
    const mixed = listFiles(['src/modules/**/*.ts']).filter((path) => /\bInEvery</.test(readFileSync(path, 'utf8')))
    assert.ok(whole.length > 30 && mixed.length > 8, `${whole.length} and ${mixed.length} files`)
    assert.deepEqual(
      [
        ...whole.flatMap((path) => findBanned(banned, path, (code) => [[0, code.length]])),
        ...mixed.flatMap((path) => findBanned(banned, path, (code) => findParts(code, language))),
      ],
      [],
    )
  })
