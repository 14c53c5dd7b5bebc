import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the whole program, with package.json, migrations, guides and pages: a checkout, or an installed package. */
export const programFolder = findProgramFolder(import.meta.dirname)

/** True in a package, which contains our code as JavaScript. A checkout runs the TypeScript sources. */
export const isBuilt = import.meta.filename.endsWith('.js')

/** Returns the file to run as a separate process, from the path of its source. */
export const locateProgram = (source: string): string =>
  join(programFolder, isBuilt ? `dist/${source.replace(/\.ts$/, '.js')}` : source)

/** Searches upward, because built code is at a different depth than its source. */
function findProgramFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  if (dirname(from) === from) throw new Error('There is no package.json above this file.')
  return findProgramFolder(dirname(from))
}
