const rules = new Map<string, Intl.PluralRules>()

/** Picks the form of a word for a number: `plural('en', 2, { one: 'post', other: 'posts' })`. */
export function plural(
  language: string,
  count: number,
  forms: { readonly one: string; readonly other: string },
): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, rule)
  return `${count} ${rule.select(count) === 'one' ? forms.one : forms.other}`
}
