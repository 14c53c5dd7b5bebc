import { type AsyncHook, createHook } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tell } from './report.ts'

/**
 * Runs test files one after the other in this process: those that no other process has taken, so that all are busy until
 * the last file, and no process is begun only for what was left over. What a file says at its top (its tests, what they begin and end
 * with) belongs to the test that reads it, so each has ended with all that is its own before the next is read.
 */
export async function runGroup(files: Readonly<Record<string, () => Promise<unknown>>>, taken: string): Promise<void> {
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
  }
  // Without a test there is no reporter that says so.
  if (!hasTaken) tell({ kind: 'done' })
}

/** What a file is called among those that are taken. */
export const markOf = (file: string): string => file.replaceAll('/', '+')

/** A folder is made by one only, whoever asks at the same moment. */
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
 * The runner follows each promise and socket to the test that it came from, which costs a sixth of the run. It is what
 * gives a file's tests to the test that reads the file, so it is needed while files are read, and only then: after that
 * an error that nobody catches still fails the process, but is no longer laid to one of its tests.
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
