import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildWeb } from '#app/web/build-web.ts'
import { programFolder } from '#infra/files/program-folder.ts'
import { writeBill } from './bill.ts'
import { buildPrograms } from './programs.ts'

/**
 * Builds what a package contains instead of sources: our programs as JavaScript in `dist`, and the pages in `web/dist`.
 */
const folder = join(programFolder, 'dist')
await rm(folder, { recursive: true, force: true })
await Promise.all([buildPrograms(folder), buildWeb((message) => console.log(message))])
await writeBill(join(folder, 'sbom.cdx.json'))
