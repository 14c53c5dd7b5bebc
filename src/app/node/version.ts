import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFolder } from '#infra/files/program-folder.ts'

/** The version of this program, as `posthorn --version` prints it. */
export const { version } = JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')) as {
  readonly version: string
}
