import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The places of the font in a checkout and in a package. */
const files = ['node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'web/dist/inter.woff2']

export const fontPath = '/inter.woff2'

let found: Buffer | null | undefined

/** Returns the font of the product, or null if this installation does not have it. */
export function readFont(): Buffer | null {
  if (found === undefined) {
    const file = findFont(import.meta.dirname)
    found = file === null ? null : readFileSync(file)
  }
  return found
}

/** Searches upward, because built code is at a different depth than its source. */
function findFont(from: string): string | null {
  const file = files.map((path) => join(from, path)).find((path) => existsSync(path))
  if (file !== undefined) return file
  return dirname(from) === from ? null : findFont(dirname(from))
}
