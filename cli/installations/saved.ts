import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { minutes } from '#kernel/clock.ts'
import type { ClientContext } from '../command.ts'
import { CommandFailure } from '../exit-codes.ts'

/** An installation that the user is signed in to. */
export interface SavedInstallation {
  readonly url: string
  /** An API key, or an access token that the installation granted to this command line. */
  readonly key: string
  /** Renews an access token. API keys have none. */
  readonly renewal?: { readonly refreshToken: string; readonly expiresAt: string }
}

/** The user's installations by name, and the one that commands use by default. */
export interface Saved {
  readonly current: string | null
  readonly installations: Readonly<Record<string, SavedInstallation>>
}

type Place = Pick<ClientContext, 'environment'>

export function savedFile({ environment }: Place): string {
  const config = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), '.config')
  return join(config, 'posthorn', 'installations.json')
}

export async function readSaved(place: Place & Pick<ClientContext, 'note'>): Promise<Saved> {
  const file = savedFile(place)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw new CommandFailure('fault', `${file} can’t be read: ${error.message}.`)
  })
  if (text === null) return { current: null, installations: {} }
  const { mode } = await stat(file)
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    place.note(`${file} contains keys and is readable by other users. Run: chmod 600 ${file}`)
  return parseSaved(text) ?? fail(file)
}

function fail(file: string): never {
  throw new CommandFailure('fault', `${file} is damaged. Fix it, or delete it and sign in again: posthorn login`)
}

function parseSaved(text: string): Saved | null {
  try {
    const { current = null, installations } = Object(JSON.parse(text))
    const isSound = (one: unknown) => typeof Object(one).url === 'string' && typeof Object(one).key === 'string'
    if (!(current === null || typeof current === 'string') || !Object.values(installations).every(isSound)) return null
    return { current, installations }
  } catch {
    return null
  }
}

interface Change<Result> {
  readonly result: Result
  readonly saved: Saved
}

const tryEveryMs = 100
const staleMs = minutes(1)

/** Changes the file while holding its lock. Returns the result of the change. */
export async function withSaved<Result>(
  place: Place & Pick<ClientContext, 'note' | 'now' | 'wait'>,
  change: (saved: Saved) => Promise<Change<Result>>,
): Promise<Result> {
  const file = savedFile(place)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const lock = `${file}.lock`
  while (!(await takeLock(lock, place.now()))) await place.wait(tryEveryMs)
  try {
    const { result, saved } = await change(await readSaved(place))
    await replaceFile(file, saved)
    return result
  } finally {
    await rm(lock, { force: true })
  }
}

/**
 * Takes the lock. Returns false if another command holds it. Removes a lock older than a minute, so that the next
 * attempt succeeds.
 */
async function takeLock(lock: string, now: Date): Promise<boolean> {
  try {
    await writeFile(lock, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const held = await stat(lock).catch(() => null)
    if (held && now.getTime() - held.mtimeMs > staleMs) await rm(lock, { force: true })
    return false
  }
}

/** Replaces the whole file. Only its user may read it. */
async function replaceFile(file: string, saved: Saved): Promise<void> {
  const written = `${file}.${process.pid}`
  try {
    await writeFile(written, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
    await rename(written, file)
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}
