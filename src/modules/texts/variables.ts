/** The variables of a saved text. They get their values when the text is used, separately for each account. */
export const variables = ['date', 'weekday', 'account', 'link'] as const
export type Variable = (typeof variables)[number]
export type Values = Readonly<Record<Variable, string | null>>

const pattern = /\{([a-z_]{1,40})\}/g
const isVariable = (name: string): name is Variable => (variables as readonly string[]).includes(name)

/** Lists the names in braces that are not variables. */
export const listUnknown = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name = '']) => (isVariable(name) ? [] : [name]))),
]

/** Lists the variables of a text. */
export const listVariables = (text: string): readonly Variable[] =>
  [...text.matchAll(pattern)].flatMap(([, name = '']) => (isVariable(name) ? [name] : []))

/** Puts the values into a text. Lists the variables that have none. */
export function fillIn(text: string, values: Values): { readonly text: string; readonly missing: readonly Variable[] } {
  const missing = new Set<Variable>()
  const filled = text.replace(pattern, (whole, name: string) => {
    if (!isVariable(name)) return whole
    const value = values[name]
    if (value === null) missing.add(name)
    return value ?? whole
  })
  return { text: filled, missing: [...missing] }
}

/** Returns the date and the weekday in words, as readers of the post's language write them. Null without a time. */
export function wordsOf(at: Date | null, timezone: string, language: string): Pick<Values, 'date' | 'weekday'> {
  if (at === null) return { date: null, weekday: null }
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: timezone }).format(at)
  return { date: say({ day: 'numeric', month: 'long' }), weekday: say({ weekday: 'long' }) }
}
