const rules = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

/** Picks the form of a word for a number: `plural('en', 2, { one: 'post', other: 'posts' })`. */
export function plural(
  language: string,
  count: number,
  forms: { readonly one: string; readonly other: string },
): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, rule)
  const number = numbers.get(language) ?? new Intl.NumberFormat(language)
  numbers.set(language, number)
  return `${number.format(count)} ${rule.select(count) === 'one' ? forms.one : forms.other}`
}
