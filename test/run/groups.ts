import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { markOf } from './group.ts'

/**
 * Reading the application's sources and warming up costs more than most test files do with it, so files share
 * processes, one file after the other. Alone are those that measure the process that they are in.
 */
const measures = /memoryUsage|eventLoopUtilization|monitorEventLoopDelay|\/leaks\.ts'/
const startsProcesses = /#test\/process\.ts'|startWriter/

/** Writes the programs that run the tests: one for each process that takes files of ours, and those alone. */
export async function makeGroups(
  files: readonly string[],
  { folder, processes }: { folder: string; processes: number },
): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const alone = files.filter((_, index) => measures.test(texts[index] ?? ''))
  // Those that start processes take longest; met at the end, one of them would be waited for by an idle core.
  const isLong = (file: string) => startsProcesses.test(texts[files.indexOf(file)] ?? '')
  const others = files
    .filter((file) => !alone.includes(file))
    .sort((one, other) => Number(isLong(other)) - Number(isLong(one)))
  const all = [...alone.map((file) => [file]), ...Array.from({ length: processes }, () => others)]
  const taken = takenIn(folder)
  await mkdir(taken, { recursive: true })
  return await Promise.all(
    all.map(async (group, nth) => {
      const path = join(folder, `group-${String(nth + 1).padStart(2, '0')}.mjs`)
      await writeFile(path, textOf(group, taken))
      return path
    }),
  )
}

/** Those that no process has begun. */
export async function untakenOf(files: readonly string[], folder: string): Promise<string[]> {
  const taken = new Set(await readdir(takenIn(folder)))
  return files.filter((file) => !taken.has(markOf(file)))
}

const takenIn = (folder: string): string => join(folder, 'taken')

function textOf(group: readonly string[], taken: string): string {
  const runGroup = JSON.stringify(new URL('./group.ts', import.meta.url).href)
  const files = group.map((file) => {
    const url = JSON.stringify(pathToFileURL(resolve(file)).href)
    return `  ${JSON.stringify(file)}: () => import(${url}),\n`
  })
  return `import { runGroup } from ${runGroup}\nawait runGroup({\n${files.join('')}}, ${JSON.stringify(taken)})\n`
}
