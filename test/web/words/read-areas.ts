import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#rules/languages/languages.ts'

const folder = join(import.meta.dirname, '../../../web/src/i18n')

/** Returns the texts of each area that a language's folder has, so that no area is left out of a check. */
export async function readAreas(language: Language): Promise<Readonly<Record<string, object>>> {
  const names = readdirSync(join(folder, language), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  const areas = names.map(async (name) => [name, (await import(join(folder, language, name, 'index.ts')))[name]])
  return Object.fromEntries(await Promise.all(areas))
}
