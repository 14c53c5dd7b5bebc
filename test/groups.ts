import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Reading the application's sources and warming up costs more than most test files do with it, so files share
 * processes, one file after the other. Alone are those that measure the process that they are in.
 */
const measures = /memoryUsage|eventLoopUtilization|monitorEventLoopDelay|\/leaks\.ts'/
const startsProcesses = /#test\/process\.ts'|startWriter/
const groupCount = 8

/** Writes the files that `node --test` is given: each runs a group of ours. */
export async function makeGroups(files: readonly string[], folder: string): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const alone = files.filter((_, index) => measures.test(texts[index] ?? ''))
  // Those that start processes take longest; met at the end, one of them would be waited for by an idle core.
  const isLong = (file: string) => startsProcesses.test(texts[files.indexOf(file)] ?? '')
  const others = files
    .filter((file) => !alone.includes(file))
    .sort((one, other) => Number(isLong(other)) - Number(isLong(one)))
  // Neighbours are often alike in what they cost, so they are dealt out like cards.
  const groups = Array.from({ length: groupCount }, (_, nth) => others.filter((_, index) => index % groupCount === nth))
  const all = [...groups, ...alone.map((file) => [file])].filter((group) => group.length > 0)
  await mkdir(folder)
  return await Promise.all(
    all.map(async (group, nth) => {
      const path = join(folder, `group-${String(nth + 1).padStart(2, '0')}.mjs`)
      await writeFile(path, textOf(group))
      return path
    }),
  )
}

function textOf(group: readonly string[]): string {
  const runGroup = JSON.stringify(new URL('./run-group.ts', import.meta.url).href)
  const files = group.map((file) => {
    const url = JSON.stringify(pathToFileURL(resolve(file)).href)
    return `  ${JSON.stringify(file)}: () => import(${url}),\n`
  })
  return `import { runGroup } from ${runGroup}\nawait runGroup({\n${files.join('')}})\n`
}
