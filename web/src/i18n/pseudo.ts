const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'AÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽaåbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž'.matchAll(
      /(.)(.)/gu,
    ),
  ].map(([, plain = '', accented = '']) => [plain, accented]),
)
/** German and Finnish need about a third more room than English. */
const growth = 0.35

/** Returns a text longer and with accents, between brackets: text without them is not of the catalogue. */
const stretch = (text: string): string => {
  if (text === '') return ''
  const accented = [...text].map((letter) => accents[letter] ?? letter).join('')
  // Longer languages have more words, and not only longer ones, so that the growth can break.
  const more = '~'.repeat(Math.ceil(text.length * growth)).replaceAll(/~{8}(?=~)/g, '$&\u200b')
  return `⟦${accented}${more}⟧`
}

/** Makes a language for tests out of the English one. It shows which texts have no room, and which are not translated. */
export const pseudoOf = <Words>(english: Words): Words => stretchAll(english) as Words

function stretchAll(part: unknown): unknown {
  if (typeof part === 'string') return stretch(part)
  if (typeof part === 'function') return (...given: unknown[]) => stretch(String(part(...given)))
  if (Array.isArray(part)) return part.map(stretchAll)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, stretchAll(value)]))
}
