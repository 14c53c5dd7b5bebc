import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FunctionsOf } from './recorder.ts'

/** A function of a recorded file: its position in the text, and the tests that called it, one bit each, in hex. */
export type RecordedFunction = readonly [start: number, end: number, tests: string]

/** The calls that a full run recorded: which test files called which functions. */
export interface CoverageRecord {
  readonly tests: readonly { readonly name: string; readonly calls: number }[]
  readonly files: Readonly<Record<string, { readonly text: string; readonly functions: readonly RecordedFunction[] }>>
}

interface Run {
  readonly root: string
  /** The folder in which the processes recorded what each test file called. */
  readonly folder: string
  readonly startedAt: Date
}

const place = join(import.meta.dirname, '../../../node_modules/.cache/posthorn')
const names = { short: 'coverage.json.gz', long: 'coverage-long.json.gz' } as const

/** Stores which functions the tests of a full run have called, for `--changed`, from the records of its processes. */
export async function keepRecord(kind: keyof typeof names, run: Run): Promise<void> {
  const record = JSON.stringify(await mergeTaken(run))
  const path = join(place, names[kind])
  const attempt = `${path}.${process.pid}`
  try {
    await mkdir(place, { recursive: true })
    await writeFile(attempt, await promisify(gzip)(record))
    await rename(attempt, path)
  } catch {
    // The packages belong to another account. In that case, `--changed` follows imports.
  }
}

/** Reads the records of the latest full runs, those of the short and of the long tests. */
export async function readRecords(): Promise<readonly CoverageRecord[]> {
  const texts = await Promise.all(Object.values(names).map((name) => readFile(join(place, name)).catch(() => null)))
  return await Promise.all(
    texts.filter((text) => text !== null).map(async (text) => JSON.parse(String(await promisify(gunzip)(text)))),
  )
}

async function mergeTaken({ root, folder, startedAt }: Run): Promise<CoverageRecord> {
  const tests: CoverageRecord['tests'][number][] = []
  const masks = new Map<string, Map<string, bigint>>()
  for (const name of (await readdir(folder)).sort()) {
    const bit = 1n << BigInt(tests.length)
    const taken: Record<string, FunctionsOf> = JSON.parse(await readFile(join(folder, name), 'utf8'))
    const calls = Object.values(taken).reduce((sum, { called }) => sum + called.length, 0)
    tests.push({ name: name.replaceAll('+', '/').slice(0, -'.json'.length), calls })
    for (const [path, { called, idle }] of Object.entries(taken)) {
      const functions = masks.get(path) ?? new Map<string, bigint>()
      masks.set(path, functions)
      for (const range of called) functions.set(String(range), (functions.get(String(range)) ?? 0n) | bit)
      for (const range of idle) if (!functions.has(String(range))) functions.set(String(range), 0n)
    }
  }
  const files = await Promise.all(
    [...masks].map(async ([path, functions]) => {
      // The offsets belong to the loaded text, not to one that was edited or removed during the run.
      const found = await stat(join(root, path)).catch(() => null)
      if (!found || found.mtime > startedAt) return []
      const text = await readFile(join(root, path), 'utf8')
      const ranges = [...functions].map(([range, mask]) => [...range.split(',').map(Number), mask.toString(16)])
      return [[path, { text, functions: ranges as unknown as RecordedFunction[] }] as const]
    }),
  )
  return { tests, files: Object.fromEntries(files.flat()) }
}
