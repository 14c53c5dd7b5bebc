import type { FirstMessages } from '#web/i18n/index.ts'

/** Returns the label of a field of the draft. */
export function nameField(field: string, { saving }: FirstMessages): string {
  const names: Readonly<Record<string, string>> = saving.fields
  return names[field] ?? saving.fields.own
}
