/** The subset of JSON Schema that the networks' settings use. */
export interface SettingSchema {
  readonly type?: 'string' | 'boolean' | 'number' | 'integer' | 'array' | 'object'
  readonly enum?: readonly string[]
  readonly anyOf?: readonly { readonly const?: number | string }[]
  readonly items?: SettingSchema
  readonly properties?: Readonly<Record<string, SettingSchema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly const?: number | string
  /** True for a previous name, which is shown only if a post uses it. */
  readonly deprecated?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Returns the values that a form offers as a single choice. */
export function choicesOf({ enum: names, anyOf, const: only }: SettingSchema): readonly (string | number)[] | null {
  if (names) return names
  if (only !== undefined) return [only]
  const values = anyOf?.flatMap(({ const: value }) => value ?? []) ?? []
  return values.length > 0 ? values : null
}

/** "allowComment" → "Allow comment", for a setting without a translation. */
export function wordOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
