import type { FirstMessages } from '#web/i18n/index.ts'

/** Names a field of the draft as the page does. */
export function nameField(field: string, { saving }: FirstMessages): string {
  const names: Readonly<Record<string, string>> = saving.fields
  return names[field] ?? saving.fields.own
}
