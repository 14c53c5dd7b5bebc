import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const src = fileURLToPath(new URL('src/', import.meta.url))

/** Operations that no page calls, and whose names the pages use for other things. */
const otherWords = ['health', 'metrics', 'signIn', 'signOut']

/** The type of a request or a response, which needs no operation at run time. */
const typeOf = /\b(?:Result|Input|Item)<'\w+'/g

/** Leaves out the SDK's operations that no page names. The first script has the table of all operations otherwise. */
export const calledOperations: Plugin = {
  name: 'called-operations',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('/sdk/src/generated/operations.ts')) return null
    const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: src }))
    const texts = await Promise.all(files.map(async (file) => (await readFile(src + file, 'utf8')).replace(typeOf, '')))
    const named = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? [])).difference(new Set(otherWords))
    return code.replace(/^ {2}(\w+): (?:\{.*\}|'\w+'),\n/gm, (line, name: string) => (named.has(name) ? line : ''))
  },
}
