import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { issueCodes, lossCodes, waitCodes } from '#connectors/contract/codes.ts'
import { refusals } from '#kernel/errors.ts'
import { faultCodes } from '#rules/faults/fault-codes.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { lineAt, scan } from '../../architecture/scan.ts'
import { banned } from './banned-english.ts'
import { findTranslations } from './language-parts.ts'

/** Files with the English that people read in the service. */
const areas: Readonly<Record<string, readonly string[]>> = {
  chats: ['src/modules/chat/**/*.ts'],
  emails: [
    'src/modules/mail/templates/*.ts',
    'src/modules/notices/mailing/*.ts',
    'src/modules/posts/approvals/notify.ts',
  ],
  'pages of the service': [
    'src/modules/sharing/page/**/*.ts',
    'src/modules/connecting/**/*-page.ts',
    'src/modules/network-callbacks/meta/deletion-page.ts',
    'src/modules/analytics/reports/unsubscribe.ts',
  ],
  'pages of the sandbox': [
    'sandbox/pages/**/*.ts',
    'sandbox/core/pages/**/*.ts',
    'sandbox/core/oauth/consent-page.ts',
    'sandbox/receiver/page.ts',
  ],
  'command line': ['cli/**/*.ts', 'bin/posthorn.mjs'],
  'tasks and MCP': ['tasks/**/*.ts', 'src/modules/mcp/**/*.ts'],
}

interface Place {
  readonly at: string
  readonly text: string
}

const listFiles = (globs: readonly string[]): string[] =>
  globs.flatMap((glob) => globSync(glob)).filter((path) => !/\.test\.ts$|\/tests\//.test(path))

/** Texts of networks, which the connectors compare. */
const isQuote = (text: string): boolean => text.startsWith('Cannot attach ')

/** Style sheets, statements, scripts and headers, which are not read as text. */
const isCode = (text: string): boolean =>
  /\{ ?[.\w-]+: |^\s*(?:@media|@font-face|#compdef)|\bis not null\b|-src '|;[ \n]+boundary=|\bsetTimeout\(/.test(text)

const withoutTags = (text: string): string => text.replace(/<\/?\w[^>]*(?:>|$)|^[^<>]*">/g, ' ')

/** Lists the English texts of at least two words in a file. */
function listTexts(
  path: string,
  source = readFileSync(path, 'utf8'),
  { code, strings } = scan(source),
): (Place & { readonly offset: number })[] {
  const translations = findTranslations(code)
  return strings.flatMap(({ at: offset, text }) => {
    const isTranslated = translations.some(([from, to]) => from < offset && offset < to)
    const words = isTranslated || isCode(text) || isQuote(text) ? '' : withoutTags(text)
    return /[a-z]{2,}[,:]?\s[a-z’]/i.test(words) || /^;\s\w{4}/.test(words)
      ? [{ at: `${path}:${lineAt(source, offset)}`, text: words, offset }]
      : []
  })
}

const findBanned = (places: readonly Place[]): string[] =>
  places.flatMap(({ at, text }) =>
    banned.flatMap(([pattern, use]) => (pattern.test(text) ? [`${at}: “${text}” (write ${use})`] : [])),
  )

for (const [area, globs] of Object.entries(areas))
  test(`no text of the ${area} has a banned phrase`, () => {
    const places = listFiles(globs).flatMap((path) => listTexts(path))
    assert.ok(places.length > 20, `${places.length} texts`)
    assert.deepEqual(findBanned(places), [])
  })

/** Calls whose text becomes part of a refusal. */
const refusing = /\b(?:refuse\w*|Refusal|OauthFault|bad|broken|fault|invalid|issue|unchecked|warningOf|addIssue)\(/g

function listRefusals(path: string): Place[] {
  const source = readFileSync(path, 'utf8')
  if (source.search(refusing) < 0) return []
  const scanned = scan(source)
  const { code } = scanned
  const calls = [...code.matchAll(refusing)].map(({ index, 0: { length } }) => [index, endOf(code, index + length)])
  return listTexts(path, source, scanned).filter(({ offset }) =>
    calls.some(([from = 0, to = 0]) => from < offset && offset < to),
  )
}

/** Returns the end of a call whose arguments start at `from`. */
function endOf(code: string, from: number): number {
  let at = from
  for (let depth = 1; depth > 0 && at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1
    if (')]}'.includes(code[at] ?? '')) depth -= 1
  }
  return at
}

test('no refusal of the API has a banned phrase', () => {
  const titles = Object.fromEntries(Object.entries(refusals).map(([code, { title }]) => [code, title]))
  const lists = { titles, faultCodes, issueCodes, lossCodes, sentences, waitCodes }
  const listed = Object.entries(lists).flatMap(([list, texts]) =>
    Object.entries<string>(texts).map(([code, text]) => ({ at: `${list}.${code}`, text })),
  )
  const written = listFiles(['src/**/*.ts', 'rules/**/*.ts']).flatMap(listRefusals)
  const checks = listFiles(['src/connectors/check/**/*.ts', 'src/connectors/*/{check,verdicts/*}.ts']).flatMap((path) =>
    listTexts(path),
  )
  assert.ok(written.length > 200, `${written.length} texts`)
  assert.deepEqual(findBanned([...listed, ...written, ...checks]), [])
})
