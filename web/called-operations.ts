import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const src = fileURLToPath(new URL('src/', import.meta.url))

/** Leaves out the SDK's operations that no page names. The first script has the table of all operations otherwise. */
export const calledOperations: Plugin = {
  name: 'called-operations',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('/sdk/src/generated/operations.ts')) return null
    const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: src }))
    const texts = await Promise.all(files.map((file) => readFile(src + file, 'utf8')))
    const named = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))
    return code.replace(/^ {2}(\w+): (?:\{.*\}|'\w+'),\n/gm, (line, name: string) => (named.has(name) ? line : ''))
  },
}
