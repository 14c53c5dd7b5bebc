import type { Settings } from '../network.ts'

/** The values that a rule may have: one of a list, or a text that matches a pattern, with its description. */
type Choice = readonly unknown[] | { readonly like: RegExp; readonly is: string }

type Values = Readonly<Record<string, unknown>>

/** Makes a network's rules changeable through the control API. A value must have the type of the default one. */
export function createSettings(rules: Values, choices: Readonly<Record<string, Choice>> = {}): Settings {
  const usual = { ...rules }
  return {
    read: () => ({ ...rules }),
    change(patch) {
      for (const [name, value] of Object.entries(patch)) {
        const must = wrongWith(value, usual[name], choices[name])
        if (must !== null) return `"${name}" must be ${must}.`
      }
      Object.assign(rules, patch)
      return null
    },
  }
}

/** Returns what the value must be, or null if it is valid. */
function wrongWith(value: unknown, usual: unknown, choice: Choice | undefined): string | null {
  if (Array.isArray(usual)) {
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
    if (Array.isArray(choice))
      return isList && value.every((one) => choice.includes(one)) ? null : `some of ${choice.join(', ')}`
    return isList ? null : 'a list of texts'
  }
  if (Array.isArray(choice)) return choice.includes(value) ? null : choice.join(' or ')
  if (typeof value !== typeof usual) return `a ${typeof usual}`
  if (choice && 'like' in choice) return choice.like.test(String(value)) ? null : choice.is
  const isCount = typeof value !== 'number' || (Number.isSafeInteger(value) && value >= 0)
  return isCount ? null : 'a whole number that is not below 0'
}
