import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { markOf, type RunPlaces } from './group.ts'

/**
 * Loading the application's sources and warming up costs more than running most test files, so files share processes
 * and run in sequence. Files that measure their own process run alone.
 */
const measures = /memoryUsage|eventLoopUtilization|monitorEventLoopDelay|\/leaks\.ts'/
const startsProcesses = /harness\/process\.ts'|startWriter/

/** Writes the programs that run the tests: one for each file that runs alone, and one for each shared process. */
export async function makeGroups(
  files: readonly string[],
  { folder, processes, called }: { folder: string; processes: number; called: string | null },
): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const alone = files.filter((_, index) => measures.test(texts[index] ?? ''))
  // Files that start processes take longest, then those that test the whole system. They run first; at the end, other
  // cores would be idle.
  const rankOf = (file: string) =>
    startsProcesses.test(texts[files.indexOf(file)] ?? '') ? 0 : file.startsWith('test/') ? 1 : 2
  const others = files.filter((file) => !alone.includes(file)).sort((one, other) => rankOf(one) - rankOf(other))
  const all = [...alone.map((file) => [file]), ...Array.from({ length: processes }, () => others)]
  const taken = takenIn(folder)
  await mkdir(taken, { recursive: true })
  return await Promise.all(
    all.map(async (group, nth) => {
      const path = join(folder, `group-${String(nth + 1).padStart(2, '0')}.mjs`)
      await writeFile(path, textOf(group, { taken, called }))
      return path
    }),
  )
}

/** Returns the files that no process has started. */
export async function untakenOf(files: readonly string[], folder: string): Promise<string[]> {
  const taken = new Set(await readdir(takenIn(folder)))
  return files.filter((file) => !taken.has(markOf(file)))
}

const takenIn = (folder: string): string => join(folder, 'taken')

function textOf(group: readonly string[], places: RunPlaces): string {
  const runGroup = JSON.stringify(new URL('./group.ts', import.meta.url).href)
  const files = group.map((file) => {
    const url = JSON.stringify(pathToFileURL(resolve(file)).href)
    return `  ${JSON.stringify(file)}: () => import(${url}),\n`
  })
  return `import { runGroup } from ${runGroup}\nawait runGroup({\n${files.join('')}}, ${JSON.stringify(places)})\n`
}
