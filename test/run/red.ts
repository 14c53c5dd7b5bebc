import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const place = join(import.meta.dirname, '../../node_modules/.cache/posthorn/red-tests.json')

/** Stores the files that failed in a run. Null while a run is in progress and its result is unknown. */
export function keepRed(files: readonly string[] | null): void {
  try {
    rmSync(place, { force: true })
    if (files === null) return
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, JSON.stringify(files))
  } catch {
    // The packages belong to another account. In that case, `--red` runs every test.
  }
}

/** Lists the files that failed in the last run. Null if unknown, so that all of them count. */
export function readRed(): readonly string[] | null {
  try {
    return JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return null
  }
}
