import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readRed } from './red.ts'

/** The tests that a command asks for. */
interface Picked {
  readonly files: readonly string[]
  /** Flags of Node's runner, such as `--test-name-pattern`. */
  readonly flags: readonly string[]
  /** True if files share processes. Otherwise each file has its own process. */
  readonly isShared: boolean
  /** The reason why there is nothing to run. */
  readonly whyNone: string
  /** A line about the choice of files, if it needs one. */
  readonly note?: string
  /** The record that this run renews, if it runs all tests of a kind. */
  readonly records?: 'short' | 'long'
}

const own = /^--(?:changed(?:=.+)?|red|long)$/

/** Returns the tests that a command requests, from its arguments, which `index.ts` describes. */
export async function pickTests(given: readonly string[]): Promise<Picked> {
  const flags = given.filter((argument) => argument.startsWith('-') && !own.test(argument))
  const named = given.filter((argument) => !argument.startsWith('-'))
  const since = /^--changed(?:=(.+))?$/.exec(given.find((argument) => argument.startsWith('--changed')) ?? '')
  const isShared = named.length === 0 && flags.length === 0
  if (named.length > 0)
    return { files: await openFolders(named), flags, isShared, whyNone: `No tests in ${named.join(' ')}.` }
  if (since) {
    const { changedTests } = await import('./coverage/changed.ts')
    const { files, note } = await changedTests(process.cwd(), since[1] ?? 'HEAD')
    return { files: files ?? (await listTests()), flags, isShared, whyNone: 'No test calls what changed.', note }
  }
  const wantsLong = given.includes('--long')
  const all = (await listTests()).filter((file) => isLong(file) === wantsLong)
  const red = given.includes('--red') ? readRed() : null
  if (red) return { files: red, flags, isShared, whyNone: 'No test was red in the last run.' }
  return { files: all, flags, isShared, whyNone: 'No tests found.', records: wantsLong ? 'long' : 'short' }
}

/** Replaces each named folder with its tests that are not long. */
async function openFolders(names: readonly string[]): Promise<string[]> {
  const inside = async (name: string) => {
    const isFolder = (await stat(name).catch(() => null))?.isDirectory() ?? false
    if (!isFolder) return [name]
    const files = await Array.fromAsync(glob('**/*.test.ts', { cwd: name, exclude: ['**/fixtures/**'] }))
    return files.filter((file) => !isLong(file)).map((file) => join(name, file))
  }
  return (await Promise.all(names.map(inside))).flat()
}

/**
 * True for tests of the whole product that take long: they start it as processes, or cover every route or kind of post.
 * They have their own command, so that the others can be run during development.
 */
const isLong = (file: string): boolean => file.endsWith('.long.test.ts')

/** Lists all tests except those of the web app, which need a browser. */
const listTests = (): Promise<string[]> =>
  Array.fromAsync(
    glob('{src,test,sandbox,rules,sdk,tasks,cli}/**/*.test.ts', { exclude: ['**/fixtures/**', 'test/web/**'] }),
  )
