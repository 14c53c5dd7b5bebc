const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'AÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽaåbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž'.matchAll(
      /(.)(.)/gu,
    ),
  ].map(([, plain = '', accented = '']) => [plain, accented]),
)
/** German and Finnish need about a third more room than English. */
const growth = 0.35

/** Returns the text lengthened, with accents and in brackets: text without brackets is not from the catalog. */
const stretch = (text: string): string => {
  if (text === '') return ''
  const accented = [...text].map((letter) => accents[letter] ?? letter).join('')
  // Longer languages also have more words, not only longer ones, so the added text can wrap.
  const more = '~'.repeat(Math.ceil(text.length * growth)).replaceAll(/~{8}(?=~)/g, '$&\u200b')
  return `⟦${accented}${more}⟧`
}

/** Creates a language for tests from the English one. It shows which texts do not fit, and which are not translated. */
export const pseudoOf = <Words>(english: Words): Words => stretchAll(english) as Words

function stretchAll(part: unknown): unknown {
  if (typeof part === 'string') return stretch(part)
  if (typeof part === 'function') return (...given: unknown[]) => stretch(String(part(...given)))
  if (Array.isArray(part)) return part.map(stretchAll)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, stretchAll(value)]))
}
