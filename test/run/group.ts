import { type AsyncHook, createHook } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startRecording } from './coverage/recorder.ts'
import { tell } from './report.ts'

/** Folders that the processes of a run write to: markers of claimed test files, and what each test file called. */
export interface RunPlaces {
  readonly taken: string
  readonly called: string | null
}

/**
 * Runs test files in sequence in this process, claiming files that no other process has claimed, so that all processes
 * are busy until the last file and none is started only for a remainder. Tests and hooks at the top of a file belong to
 * the test that loads it, so each file has finished before the next is loaded.
 */
export async function runGroup(
  files: Readonly<Record<string, () => Promise<unknown>>>,
  { taken, called }: RunPlaces,
): Promise<void> {
  // Code that runs only because the application is loaded belongs to no test.
  if (called) await import('../harness/app.ts')
  const record = called && startRecording(join(import.meta.dirname, '../..'), called)
  const follower = catchFollower()
  let hasTaken = false
  for (const [name, read] of Object.entries(files)) {
    if (!take(join(taken, markOf(name)))) continue
    hasTaken = true
    follower()?.enable()
    await test(name, async () => {
      try {
        await read()
      } finally {
        follower()?.disable()
      }
    })
    if (record) record(markOf(name))
  }
  // Without a test, no reporter reports this.
  if (!hasTaken) tell({ kind: 'done' })
}

/** Returns the name of the file that marks a test file as claimed. */
export const markOf = (file: string): string => file.replaceAll('/', '+')

/** Creates the folder. True for only one process, even if several try at the same moment. */
function take(place: string): boolean {
  try {
    mkdirSync(place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Catches the hook that the runner uses to attribute each promise and socket to a test, which costs a sixth of the run.
 * The hook assigns a file's tests to the test that loads the file, so it is needed only while files are loaded. After
 * that, an uncaught error still fails the process but is no longer attributed to one of its tests.
 */
function catchFollower(): () => AsyncHook | null {
  let caught: AsyncHook | null = null
  const prototype = Object.getPrototypeOf(createHook({})) as AsyncHook
  const { enable } = prototype
  prototype.enable = function (this: AsyncHook) {
    caught ??= this
    return enable.call(this)
  }
  return () => caught
}
