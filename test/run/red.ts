import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const place = join(import.meta.dirname, '../../node_modules/.cache/posthorn/red-tests.json')

/** Keeps the files that were red in a run. Null: a run has begun, and nothing is known until it ends. */
export function keepRed(files: readonly string[] | null): void {
  try {
    rmSync(place, { force: true })
    if (files === null) return
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, JSON.stringify(files))
  } catch {
    // The packages belong to another account. Then `--red` runs every test.
  }
}

/** Lists the files that were red in the last run. Null: that is not known, so all of them count. */
export function readRed(): readonly string[] | null {
  try {
    return JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return null
  }
}
