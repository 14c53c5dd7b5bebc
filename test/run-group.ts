import { test } from 'node:test'

const patienceMs = 120_000

/**
 * Runs test files one after the other in this process. What a file says at its top (its tests, what they begin and end
 * with) belongs to the test that reads it, so each has ended with all that is its own before the next is read.
 */
export async function runGroup(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  for (const [name, read] of Object.entries(files)) {
    await test(name, { timeout: patienceMs }, async () => {
      await read()
    })
  }
}
