import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languages } from '#rules/languages/languages.ts'
import { en } from '#web/i18n/en/index.ts'
import * as de from './languages/de.ts'
import * as es from './languages/es.ts'
import * as fr from './languages/fr.ts'
import { listMessages } from './list-messages.ts'
import { readAreas } from './read-areas.ts'

const translations: Readonly<Record<Exclude<Language, 'en'>, Pick<typeof de, 'catalog' | 'sameAsEnglish'>>> = {
  de,
  es,
  fr,
}

type Leaves = ReadonlyMap<string, string>

const english: Leaves = new Map(listMessages({ ...en, ...(await readAreas('en')) }))

/** Lists the values that a filled message names, whatever separates the thousands. */
const valuesIn = (message: string): string[] =>
  [...new Set(message.replaceAll(/(?<=\d)[.,’\s](?=\d{3})/g, '').match(/[78]00?\d+/g) ?? [])].toSorted()

/** Common words that are English only. Names of products keep them. */
const stopWords = /\b(the|and|your|with|this|that|from|have|you|of|is|are|can|been)\b/i
const names = /Facebook Login for Business/g

test('each language of the web app is one of those that the catalogs have', () => {
  assert.deepEqual(
    Object.keys(translations).toSorted(),
    Object.keys(languages)
      .filter((one) => one !== 'en')
      .toSorted(),
  )
})

for (const language of ['de', 'es', 'fr'] as const) {
  const { catalog, sameAsEnglish } = translations[language]
  const own: Leaves = new Map(listMessages({ ...catalog, ...(await readAreas(language)) }))

  test(`${language}: every English message is translated, and no others exist`, () => {
    assert.deepEqual([...own.keys()].toSorted(), [...english.keys()].toSorted())
    assert.deepEqual(
      [...own].filter(([key, text]) => (text === '') !== (english.get(key) === '')),
      [],
    )
  })

  test(`${language}: a message names the same values as in English`, () => {
    const different = [...own].filter(
      ([key, text]) => String(valuesIn(text)) !== String(valuesIn(english.get(key) ?? '')),
    )
    assert.deepEqual(different, [])
  })

  test(`${language}: no message is the English one, except names and words that both languages have`, () => {
    const same = new Set(
      [...own].flatMap(([key, text]) => (text === english.get(key) && /\p{L}/u.test(text) ? [text] : [])),
    )
    assert.deepEqual([...same].toSorted(), sameAsEnglish.toSorted())
  })

  test(`${language}: no message has English words left`, () => {
    assert.deepEqual(
      [...own].filter(([, text]) => stopWords.test(text.replaceAll(names, ''))),
      [],
    )
  })
}
